/** The body of a callback cannot be opened. The message says why to an operator and holds nothing of the body. */
export class CipherError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CipherError';
  }
}
