/* A secret that no log shows. */

const masked = '[secret]';

/** A string that logs, errors and inspection show as "[secret]". Only `reveal` returns it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return masked;
  }
  toJSON(): string {
    return masked;
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return masked;
  }
}
