/** Whoever has only the command line does over HTTP what TypeScript does by methods; docs/reference/control-api.md shows each by curl. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { TaskDiagram } from '../../src/sandbox/index.ts';
import { nextTask, openBusinessSystem, openTasks } from '../sandbox/business-system.ts';
import { ask, callControl, send } from '../sandbox/control/control-client.ts';
import { notice, sendMessage } from '../sandbox/send-message.ts';
import { runCli, startSandbox } from './start-cli.ts';

const PAGE = new URL('../../docs/reference/control-api.md', import.meta.url);

async function startControlled(args: readonly string[] = []) {
  const cli = await startSandbox(args);
  const [, controlUrl = ''] = /control +(\S+)\n/.exec(cli.out()) ?? [];
  const system = await openBusinessSystem();
  const actions = ['Approve', 'Refuse'].map((name) => ({
    ...{ name, type: 'HANDLE', url: `${system.url}/${name}`, optType: 0, method: 'post' },
    allowMerge: name === 'Approve' ? 1 : 0,
  }));
  const more = { actions, canDelegate: 1, initiator: 'anna', serialNumber: 'L-1' };
  await openTasks(cli, nextTask('t-1', more), nextTask('t-2', more));
  await sendMessage(cli, notice({ sendId: 'm-1', toPersons: 'bo' }));
  return { cli, system, controlUrl };
}

describe('using only the command line', () => {
  it('--no-control switches the control API off', async () => {
    const cli = await startSandbox(['--no-control']);
    expect(cli.out()).not.toMatch(/^ +control /m);
    expect((await fetch(new URL('/sandbox/accounts', cli.baseUrl))).status).toBe(404);
  });

  it('--help names it', async () => {
    expect((await runCli(['sandbox', '--help'])).out).toContain('--no-control');
  });
});

interface CurlCall {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** The examples of the page, as curl makes them of these few options. */
async function readExamples(): Promise<CurlCall[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...page.matchAll(/`(curl [^`]+)`/g)].flatMap(([, line = '']) => {
    if (!line.includes('http:')) return [];
    const body = /--json '([^']+)'/.exec(line)?.[1];
    const method = /-X (\S+)/.exec(line)?.[1] ?? (body === undefined ? 'GET' : 'POST');
    const path = /http:\/\/127\.0\.0\.1:8484\/sandbox([^\s']*)/.exec(line)?.[1] ?? 'no address';
    return [{ line, method, path, ...(body === undefined ? {} : { body }) }];
  });
}

const DIAGRAM: TaskDiagram = {
  ...{ instanceId: 'i-1', processId: 'leave', status: 'running', xml: '<definitions />' },
  ...{ nodes: { current: [], done: [] }, flows: [], reports: [] },
};

describe('docs/reference/control-api.md', () => {
  it('has an example of every call, and each is answered', async () => {
    const control = await startControlled();
    const { url } = await openBusinessSystem(200, { code: 0, message: 'success', data: DIAGRAM });
    await send(control, '/apps/approvals/diagram-url', { url }, 'PUT');
    const { transactions } = await ask<{ transactions: { transactionId: string }[] }>(control, '/transactions');
    const examples = await readExamples();
    const answered: (string | number)[][] = [];
    for (const { line, method, path, body } of examples.filter((each) => each.path !== '/events')) {
      const real = path.replace('/x-1', `/${transactions[0]?.transactionId}`);
      const { status } = await callControl(control, real, { method, ...(body === undefined ? {} : { body }) });
      answered.push([line, status]);
    }
    expect(answered.filter(([, status]) => status !== 200)).toEqual([]);
    expect(examples.length).toBeGreaterThan(25);
  });
});
