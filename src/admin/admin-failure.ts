/** Why a request is refused, in words for the person who sent it. */
export class AdminFailure extends Error {
  override readonly name = 'AdminFailure';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function invalid(message: string): AdminFailure {
  return new AdminFailure(400, 'ERR_INPUT_INVALID', message);
}
