/** What the work gives, or undefined when it takes longer; it goes on then, unheard. @throws what the work throws in time */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
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
