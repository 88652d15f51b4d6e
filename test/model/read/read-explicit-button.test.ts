import { expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { readTask } from '../read-accepted.ts';

const decided = (extensions: string, paths: string) =>
  processFile(
    [start(), userTask('a', { extensions }), exclusive('g'), end('yes'), end('no')],
    `start > a > g; ${paths}`,
  );

test('an explicit button is taken as it is written, and replaces the derived ones', async () => {
  const extensions = '<ttc:action key="go" name="Go on" type="HANDLE" method="PUT" allowMerge="1"/>';
  const { buttons } = await readTask(fileWith(userTask('a', { extensions })));
  expect(buttons).toEqual([
    {
      key: 'go',
      type: 'HANDLE',
      label: 'Go on',
      optType: 0,
      method: 'put',
      allowMerge: 1,
      effect: { kind: 'complete' },
    },
  ]);
});

test('without a key it is called after its type, each key once', async () => {
  const extensions = '<ttc:action name="A" type="HANDLE"/><ttc:action name="B" type="HANDLE"/>';
  const { buttons } = await readTask(fileWith(userTask('a', { extensions })));
  expect(buttons.map(({ key }) => key)).toEqual(['handle', 'handle-2']);
});

test('in front of a gateway without conditions its nextNodeKey names the flow', async () => {
  const extensions =
    '<ttc:action name="A" type="HANDLE" nextNodeKey="yes"/><ttc:action name="B" type="HANDLE" nextNodeKey="g-no"/>';
  const { buttons } = await readTask(decided(extensions, 'g > yes; g > no'));
  expect(buttons.map(({ nextNodeKey, effect }) => [nextNodeKey, effect])).toEqual([
    ['yes', { kind: 'route', gatewayId: 'g', flowId: 'g-yes' }],
    ['no', { kind: 'route', gatewayId: 'g', flowId: 'g-no' }],
  ]);
});

test('in front of a gateway that tests one variable it sets it', async () => {
  const extensions = '<ttc:action name="A" type="HANDLE" nextNodeKey="no"/><ttc:action name="B" type="HANDLE"/>';
  const { buttons } = await readTask(decided(extensions, 'g >[${ok}] yes; g >* no'));
  expect(buttons.map(({ effect }) => effect)).toEqual([
    { kind: 'set', variable: 'ok', value: false },
    { kind: 'complete' },
  ]);
});

test('in front of a gateway with other conditions it keeps its nextNodeKey and completes', async () => {
  const extensions = '<ttc:action name="A" type="HANDLE" nextNodeKey="big"/>';
  const { buttons } = await readTask(decided(extensions, 'g >[${sum > 1}] yes; g >* no'));
  expect(buttons[0]).toMatchObject({ nextNodeKey: 'big', effect: { kind: 'complete' } });
});

test('buttons that do not handle the task stand beside the derived ones, and those of the process come last', async () => {
  const extensions =
    '<ttc:action name="Give away" type="TRANSFER" optType="1" url="https://x"/>' +
    '<ttc:action name="Ask the deputy" key="deputy" type="TRANSFER" to="${deputy}"/>' +
    '<ttc:previousAction name="Back" key="handle" type="HANDLEDR" times="1"/>';
  const xml = fileWith(userTask('a', { extensions }), { extensions: '<ttc:action name="Stop" type="BREAK_UP"/>' });
  const { buttons, handledButtons } = await readTask(xml);
  expect(buttons.map(({ key, effect, to }) => [key, effect.kind, to?.text])).toEqual([
    ['handle-2', 'complete', undefined],
    ['transfer', 'operation', undefined],
    ['deputy', 'operation', '${deputy}'],
    ['break_up', 'operation', undefined],
  ]);
  expect(handledButtons).toMatchObject([{ key: 'handle', type: 'HANDLEDR', times: 1 }]);
});
