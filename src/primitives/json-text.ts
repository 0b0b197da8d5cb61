/** The data of a response as JSON text: the UTF-8 bytes that JSON.stringify writes of `{ data }`. */
export class JsonText {
  static readonly beforeData = '{"data":';
  static readonly afterData = '}';

  constructor(readonly bytes: Buffer) {}

  /** The bytes of the data alone. */
  get data(): Buffer {
    return this.bytes.subarray(JsonText.beforeData.length, this.bytes.length - JsonText.afterData.length);
  }

  /** The data, for JSON.stringify. */
  toJSON(): unknown {
    return JSON.parse(this.data.toString());
  }
}
