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
