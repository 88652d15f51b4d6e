/**
 * Resolves with the result of `work`, or with undefined after `ms` milliseconds; the work is not canceled, and its result
 * is ignored. @throws the error of `work`, if it fails in time
 */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return (await Promise.race([work, late])) ?? undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Longest wait for the directory of the host, in milliseconds: a person, the steps of an instance or a deployment wait for it. */
export const DIRECTORY_TIMEOUT_MS = 2_000;

/** Longest wait for a function of the host on which the answer to a press depends, in milliseconds. */
const HOST_ANSWERS_IN_MS = 5_000;

/** A function of the host gave no answer in time. */
export class LateAnswerError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'LateAnswerError';
  }
}

/**
 * Calls a function of the host; one that is late is not canceled, and its result is ignored.
 * @throws {LateAnswerError} it did not answer in time; otherwise what it throws
 */
export async function answerInTime<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  const answer = await withTimeout(HOST_ANSWERS_IN_MS, (async () => [await call()] as const)());
  if (answer === undefined) throw new LateAnswerError(HOST_ANSWERS_IN_MS);
  return answer[0];
}
