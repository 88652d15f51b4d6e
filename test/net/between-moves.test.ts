/** Between two moves the state can be taken, and the net can be called. */
import { expect, test } from 'vitest';
import { type NetOptions, openNet } from '../../src/net/open-net.ts';
import type { NetPorts } from '../../src/net/ports.ts';
import { emptyState, type NetState } from '../../src/net/state.ts';
import { catchEvent, throwEvent } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { readXml } from '../support/inner/model.ts';
import { signal } from '../support/named-events.ts';

const process = draw({
  tasks: 'A B C',
  others: [throwEvent('t', signal('s1')), catchEvent('c', signal('s1'))],
  parallel: 'f',
  inclusive: 'i j',
  paths: 'start > f; f > t > A > end; f > c > i; i >[${b}] B > j; i >* C > j; j > end',
});

/** Calls `moved` between the moves; tasks wait. */
async function play(
  moved: (net: ReturnType<typeof openNet>) => void,
  options: Partial<NetOptions> = {},
  from?: NetState,
) {
  const { diagram } = await readXml(process);
  if (!diagram) throw new Error('no process');
  const fail = (): never => {
    throw new Error('not asked');
  };
  const ports: NetPorts = {
    ...{ graphOf: () => diagram, choose: () => undefined, takes: () => true, noFlow: fail, countIterations: fail },
    ...{ goesOn: fail, isEnough: fail, run: () => 'waits', giveUp: () => {}, callProcess: fail, setTimer: fail },
    ...{ nameOf: () => ({ name: 's1' }), holds: fail, changes: () => undefined, opened: () => {}, closed: () => {} },
    ...{ uncaught: fail, tell: () => {}, moved: () => moved(net) },
  };
  const net = openNet(from ?? emptyState(), ports, { maxMoves: 100, maxDepth: 5, maxTokens: 100, ...options });
  if (from) net.settle();
  else net.start('main');
  return net.state;
}

test('what is left to do at any moment is done by another net', async () => {
  const taken: string[] = [];
  const state = await play((net) => taken.push(JSON.stringify({ state: net.state, unfinished: net.unfinished })));
  expect(Object.values(state.tokens).map(({ node }) => node)).toEqual(['B', 'A']);
  expect(taken.length).toBeGreaterThan(8);
  for (const each of taken) {
    const { state: before, unfinished } = JSON.parse(each);
    expect(await play(() => {}, { unfinished }, before)).toEqual(state);
  }
});

test('what is called then is done next, and before anything is decided at rest', async () => {
  let completed = 0;
  const state = await play((net) => {
    for (const [id, { node }] of Object.entries(net.state.tokens)) {
      if (node !== 'A') continue;
      completed += 1;
      net.complete(id);
      expect(id in net.state.tokens).toBe(true);
    }
  });
  expect(completed).toBe(1);
  expect(Object.values(state.tokens).map(({ node }) => node)).toEqual(['B']);
});
