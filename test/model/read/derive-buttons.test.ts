import { describe, expect, test } from 'vitest';
import type { ModelOptions } from '../../../src/model/model-options.ts';
import type { Button } from '../../../src/model/nodes/button.ts';
import { end, exclusive, fileWith, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { readAccepted, readTask } from '../read-accepted.ts';

const decided = (paths: string) =>
  processFile(
    [start(), userTask('a'), exclusive('g'), end('yes'), end('no'), end('else')],
    ['start > a > g', paths, paths.includes('else') ? '' : 'start > else'],
  );

async function readButtons(xml: string, options?: ModelOptions): Promise<readonly Button[]> {
  return (await readTask(xml, 'a', options)).buttons;
}

const effects = async (xml: string) => (await readButtons(xml)).map(({ label, effect }) => [label, effect]);

describe('a gateway without conditions', () => {
  test('gives one button per flow, and the pressed one chooses it', async () => {
    const xml = decided('g >"Approve" yes; g >"Reject" no');
    expect(await readButtons(xml)).toEqual([
      {
        key: 'g-yes',
        type: 'HANDLE',
        label: 'Approve',
        optType: 0,
        method: 'post',
        allowMerge: 0,
        nextNodeKey: 'yes',
        effect: { kind: 'route', gatewayId: 'g', flowId: 'g-yes' },
      },
      {
        key: 'g-no',
        type: 'HANDLE',
        label: 'Reject',
        optType: 0,
        method: 'post',
        allowMerge: 0,
        nextNodeKey: 'no',
        effect: { kind: 'route', gatewayId: 'g', flowId: 'g-no' },
      },
    ]);
    expect((await readAccepted(xml)).routedGateways).toEqual(new Set(['g']));
  });

  test('names the flow where two flows share a target', async () => {
    const buttons = await readButtons(decided('g >"Pay" yes; g >"Pay later" yes; g >"Reject" no'));
    expect(buttons.map(({ nextNodeKey }) => nextNodeKey)).toEqual(['g-yes', 'g-yes-2', 'no']);
  });

  test('with a default flow is one still', async () => {
    const buttons = await readButtons(decided('g >"Approve" yes; g >"Reject"* no'));
    expect(buttons.map(({ effect }) => effect.kind)).toEqual(['route', 'route']);
  });
});

describe('a gateway whose conditions test one variable', () => {
  test.each([
    ['${..}', 'g >"Yes"[${ok}] yes; g >"No"[${!ok}] no'],
    ['FEEL', 'g >"Yes"[=ok] yes; g >"No"[=not(ok)] no'],
    ['a default flow for the missing boolean', 'g >"Yes"[${ok}] yes; g >"No"* no'],
  ])('for truth, in %s: the press sets it', async (_title, paths) => {
    expect(await effects(decided(paths))).toEqual([
      ['Yes', { kind: 'set', variable: 'ok', value: true }],
      ['No', { kind: 'set', variable: 'ok', value: false }],
    ]);
    expect((await readAccepted(decided(paths))).routedGateways.size).toBe(0);
  });

  test('for equality: the press sets the literal, and null for the default flow', async () => {
    expect(await effects(decided('g >"A"[${d == \'a\'}] yes; g >"B"[${d == 2}] no; g >"Other"* else'))).toEqual([
      ['A', { kind: 'set', variable: 'd', value: 'a' }],
      ['B', { kind: 'set', variable: 'd', value: 2 }],
      ['Other', { kind: 'set', variable: 'd', value: null }],
    ]);
  });

  test('a default flow for a negated test is true', async () => {
    const buttons = await effects(decided('g >"No"[${!ok}] no; g >"Yes"* yes'));
    expect(buttons[1]).toEqual(['Yes', { kind: 'set', variable: 'ok', value: true }]);
  });
});

describe('anything else gives one button, and conditions decide', () => {
  const one = [{ kind: 'complete' }];
  test.each([
    ['a comparison', decided('g >"Big"[${sum > 10}] yes; g >"Small"* no')],
    ['two variables', decided('g >"A"[${a}] yes; g >"B"[${b}] no')],
    ['two flows for one value', decided('g >"A"[${a}] yes; g >"B"[${a}] no; g >"C"* else')],
    ['no gateway', fileWith(userTask('a'))],
    ['a gateway that only joins', processFile([start(), userTask('a'), exclusive('g'), end()], 'start > a > g > end')],
    [
      'a gateway behind a service',
      processFile(
        [start(), userTask('a'), serviceTask('s'), exclusive('g'), end('yes'), end('no')],
        'start > a > s > g; g >[${ok}] yes; g >* no',
      ),
    ],
  ])('%s', async (_title, xml) => {
    const buttons = await readButtons(xml);
    expect(buttons.map(({ effect }) => effect)).toEqual(one);
    expect(buttons[0]).toMatchObject({ key: 'handle', label: 'Handle', type: 'HANDLE' });
    expect(buttons[0]).not.toHaveProperty('nextNodeKey');
  });
});

describe('what a host decides', () => {
  test('the label of the one button', async () => {
    expect((await readButtons(fileWith(userTask('a')), { handleLabel: 'Done' }))[0]?.label).toBe('Done');
  });

  test('the words of every label', async () => {
    const translateLabel = (label: string) => `<${label}>`;
    const buttons = await readButtons(decided('g >"Approve" yes; g >"Reject" no'), { translateLabel });
    expect(buttons.map(({ label }) => label)).toEqual(['<Approve>', '<Reject>']);
  });

  test('whether derived buttons may be pressed in a batch', async () => {
    expect((await readButtons(fileWith(userTask('a')), { allowMerge: 1 }))[0]?.allowMerge).toBe(1);
  });
});

test('a flow without a name is called after its target', async () => {
  const xml = processFile(
    [start(), userTask('a'), exclusive('g'), userTask('b', { name: 'Pay\nit' }), end()],
    'start > a > g; g > b > end; g >"Stop" end',
  );
  expect((await readButtons(xml)).map(({ label }) => label)).toEqual(['Pay it', 'Stop']);
});
