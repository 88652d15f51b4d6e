import { describe, expect, test } from 'vitest';
import { followLinks } from '../../../src/model/prepare/flows/follow-links.ts';
import {
  catchEvent,
  end,
  exclusive,
  link,
  processFile,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';

const toL = (id: string) => throwEvent(id, link('L'));
const fromL = (id: string) => catchEvent(id, link('L'));
const file = (nodes: Parameters<typeof processFile>[0], paths: string) => processFile(nodes, paths, { id: 'P' });

describe('what a token passed of a link', () => {
  const drawn = file(
    [start(), exclusive('x'), userTask('A'), userTask('B'), toL('l1'), toL('l2'), fromL('c'), end()],
    'start > x; x >"a" A > l1; x >"b" B > l2; c > end',
  );

  test('is both events, and the flow behind them', async () => {
    expect(await followLinks(drawn, 'P', ['start-x', 'x-A', 'A-l1'])).toEqual({
      flows: ['c-end'],
      nodes: ['l1', 'c'],
    });
  });

  test('is told of each throw that leads there, the flow behind it once', async () => {
    expect(await followLinks(drawn, 'P', ['A-l1', 'B-l2'])).toEqual({ flows: ['c-end'], nodes: ['l1', 'c', 'l2'] });
  });

  test('is nothing where no link was reached', async () => {
    expect(await followLinks(drawn, 'P', ['start-x', 'x-A'])).toEqual({ flows: [], nodes: [] });
    expect(await followLinks(drawn, 'another', ['A-l1'])).toEqual({ flows: [], nodes: [] });
  });

  test('goes on over a link that leads straight to the next', async () => {
    const chain = file(
      [start(), toL('l1'), fromL('c1'), throwEvent('m1', link('M')), catchEvent('m2', link('M')), userTask('A'), end()],
      'start > l1; c1 > m1; m2 > A > end',
    );
    expect(await followLinks(chain, 'P', ['start-l1'])).toEqual({
      flows: ['c1-m1', 'm2-A'],
      nodes: ['l1', 'c1', 'm1', 'm2'],
    });
  });

  test('leaves it to the flows that were taken which way a token left a catch of several', async () => {
    const fork = file(
      [start(), toL('l'), fromL('c'), userTask('A'), userTask('B'), end()],
      'start > l; c > A > end; c > B > end',
    );
    expect(await followLinks(fork, 'P', ['start-l', 'c-A'])).toEqual({ flows: [], nodes: ['l', 'c'] });
  });

  test('is found in a sub-process too', async () => {
    const inner = subProcess('S', [start('s'), toL('l'), fromL('c'), end('e')], 's > l; c > e');
    const nested = file([start(), inner, end()], 'start > S > end');
    expect(await followLinks(nested, 'P', ['s-l'])).toEqual({ flows: ['c-e'], nodes: ['l', 'c'] });
  });
});
