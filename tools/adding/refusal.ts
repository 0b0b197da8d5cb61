/** Why an addition is not planned. The message says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
