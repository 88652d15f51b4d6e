/** A token is not accepted. The message says why to an operator and holds nothing of the token. */
export class IdTokenError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IdTokenError';
  }
}
