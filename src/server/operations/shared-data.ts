import { JsonText } from '../../primitives/json-writer.js';
import { EncodedText } from '../http/encoded-text.js';

/** The data of a response that several requests share. Its JSON text is made once. */
export class SharedData {
  #data: Record<string, unknown> | JsonText | null;
  #body: EncodedText | null = null;

  constructor(data: Record<string, unknown> | JsonText) {
    this.#data = data;
  }

  get body(): EncodedText {
    if (this.#body === null) {
      this.#body = dataOnly(this.#data);
      // The text outlives the request, and the data would take several times its memory.
      this.#data = null;
    }
    return this.#body;
  }

  bodyWith(extensions: Record<string, unknown>): string {
    return `${this.body.toString().slice(0, -1)},"extensions":${JSON.stringify(extensions)}}`;
  }
}

const dataOnly = (data: Record<string, unknown> | JsonText | null): EncodedText =>
  data instanceof JsonText ? EncodedText.ofBytes(data.bytes) : EncodedText.of(`{"data":${JSON.stringify(data)}}`);
