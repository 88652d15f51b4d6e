// Takes the place of src/center/create-center-client.ts in a process that is to be killed: see bridge-child.ts.
import { createCenterClient as createUnwatched } from '../../../src/center/create-center-client.ts';
import type { CenterClient } from '../../../src/center/port.ts';
import { pass } from './trap.ts';
import { begin } from './work.ts';

export function createCenterClient(options: Parameters<typeof createUnwatched>[0]): CenterClient {
  const center = createUnwatched(options);
  return {
    handleTasks: (items, signal) => deliver('handleTasks', () => center.handleTasks(items, signal)),
    sendMessage: (request, signal) => deliver('sendMessage', () => center.sendMessage(request, signal)),
    close: () => center.close(),
  };
}

async function deliver<Result>(point: keyof CenterClient, call: () => Promise<Result>): Promise<Result> {
  const end = begin('deliveries');
  try {
    return await pass(point, call);
  } finally {
    end();
  }
}
