/** Next.js calls this once when the server starts: timers and reports must not wait for the first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { getBridge } = await import('./bridge.ts');
    await getBridge();
  }
}
