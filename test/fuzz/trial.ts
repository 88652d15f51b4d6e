import type { WireAnswer, WireRequest } from './http-client.ts';
import type { Call } from './known.ts';

/**
 * What the bridge may do with a press that came in so: what its parameters say; nothing, because what is signed, sealed
 * or vouched for was changed; or whatever a body says that was changed under a cipher without integrity.
 */
export type MayDo = 'as said' | 'nothing' | 'anything';

/** Whether a call stays as it is, is wrong before it is signed and encrypted, or is changed after that. */
export type Way = 'honest' | 'signed' | 'noisy';

interface Sent {
  readonly request: WireRequest;
  /** What was done to it, for the census. */
  readonly kinds: readonly string[];
  readonly way: Way;
}

export interface PressTrial extends Sent {
  readonly what: 'press';
  /** As it is written on the wire, where it stands there in the clear. */
  readonly call: Call;
  readonly mayDo: MayDo;
}

export interface QuestionTrial extends Sent {
  readonly what: 'question';
  /** Whether it comes to the signed address. */
  readonly isAddressed: boolean;
}

export type Trial = PressTrial | QuestionTrial;

export interface Answer extends WireAnswer {
  /** Undefined where the HTTP server refused it without the bridge. */
  readonly json: { readonly code: number; readonly message: string; readonly data: unknown } | undefined;
}

export interface Tried<Of extends Trial = Trial> {
  readonly trial: Of;
  readonly answer: Answer;
}

/** How a call was answered, in short: HTTP status and code. */
export function sayAnswer({ trial, answer }: Tried): string {
  return `${trial.what} ${answer.status} ${answer.json?.code ?? 'http'}`;
}

export function readAnswer({ status, text }: WireAnswer): Answer {
  try {
    return { status, text, json: JSON.parse(text) as Answer['json'] };
  } catch {
    return { status, text, json: undefined };
  }
}
