import { getBridge } from './bridge.ts';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

async function answer(request: Request): Promise<Response> {
  return (await getBridge()).fetch(request);
}

export { answer as GET, answer as POST, answer as PUT };
