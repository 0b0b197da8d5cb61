/* Calls of functions of another process, by messages. */

/**
 * One end of the IPC channel between two processes. Messages are JSON and arrive in the order in which they were sent. Not a
 * channel of `Channels` (src/domain/channels.ts); the texts of those are also sent through it, as messages.
 */
export interface IpcChannel {
  send(message: object): void;
  receive(listener: (message: unknown) => void): void;
}

/** Functions that another process can call, by name. Each has one argument; arguments and results are JSON. */
export type MessengerFunctions = Readonly<Record<string, (input: never) => unknown>>;

type Input<P extends MessengerFunctions, Name extends keyof P> = Parameters<P[Name]>[0];
type Output<P extends MessengerFunctions, Name extends keyof P> = Awaited<ReturnType<P[Name]>>;

type Message =
  | { readonly call: string; readonly id: number | null; readonly input?: unknown }
  | { readonly reply: number; readonly value?: unknown; readonly error?: string };

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls functions of another process over a channel, and executes the calls that the other process makes. */
export class Messenger<Theirs extends MessengerFunctions> {
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #closed: Error | null = null;

  /** @param ours the functions that the other process can call */
  constructor(
    private readonly channel: IpcChannel,
    private readonly ours: MessengerFunctions,
  ) {
    channel.receive((message) => this.#receive(message as Message));
  }

  /** Calls a function of the other process. @throws Error if the function fails there, or the other process ends */
  request<Name extends keyof Theirs & string>(name: Name, input: Input<Theirs, Name>): Promise<Output<Theirs, Name>> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.channel.send({ call: name, id, input } satisfies Message);
    });
  }

  /** Calls a function of the other process without waiting for its result. */
  notify<Name extends keyof Theirs & string>(name: Name, input: Input<Theirs, Name>): void {
    if (!this.#closed) this.channel.send({ call: name, id: null, input } satisfies Message);
  }

  /** Must be called when the other process has ended. Calls that wait for it fail with the reason, and so do later ones. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  #receive(message: Message): void {
    if ('call' in message) return void this.#serve(message);
    const pending = this.#pending.get(message.reply);
    this.#pending.delete(message.reply);
    if (message.error === undefined) pending?.resolve(message.value);
    else pending?.reject(new Error(message.error));
  }

  async #serve({ call, id, input }: Extract<Message, { call: string }>): Promise<void> {
    const reply = await this.#resultOf(call, input);
    if (id !== null && !this.#closed) this.channel.send({ reply: id, ...reply } satisfies Message);
  }

  async #resultOf(call: string, input: unknown): Promise<{ readonly value?: unknown } | { readonly error: string }> {
    try {
      const serve = this.ours[call] as ((input: unknown) => unknown) | undefined;
      if (!serve) return { error: `There is no function ${call}.` };
      return { value: await serve(input) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : 'unknown' };
    }
  }
}
