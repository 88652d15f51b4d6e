import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { createHost, startHost } from '../support/live-host.ts';

const SOURCE = processFile(
  [start(), userTask('apply'), exclusive('which'), userTask('check', { assignee: '${bean.find(days)}' }), end()],
  'start > apply > which; which >[return days > 1] check > end; which >* end',
).replace('<conditionExpression ', '<conditionExpression language="groovy" ');

test('on an engine that its caller owns, expressions call the functions of the host, and scripts decide', async () => {
  const functions = { 'bean.find': (days: number) => `chief-${days}` };
  const host = await startHost(SOURCE, { days: 3 }, { expressions: { functions }, scripts: () => true });
  await host.press('apply');
  expect(host.plugin.openTasks).toMatchObject([{ nodeId: 'check', handlers: ['chief-3'] }]);
});

test('without them the diagram is refused', async () => {
  const refusal = await createHost(SOURCE)
    .execute()
    .catch((error: unknown) => error);
  expect((refusal as { details: { problems: { rule: string }[] } }).details.problems.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['function-missing', 'condition-in-script-language']),
  );
});
