/** What does not run yet is refused when it is deployed, never half-run. */
import { describe, expect, it } from 'vitest';
import {
  type BpmnNode,
  catchEvent,
  conditional,
  element,
  fileWith,
  node,
  scriptTask,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { startOn } from '../../support/named-events.ts';
import { createWorld } from '../world.ts';

const between = (...others: readonly BpmnNode[]): string =>
  draw({ people: { ask: 'anna' }, others, paths: `start > ask > ${others[0]?.id} > end` });
const INSIDE = { content: `${element('userTask', { id: 'x', 'camunda:assignee': 'anna' })}` };
const WHEN = conditional('${x}');

describe('deploying refuses', () => {
  it.each([
    ['a script, where the host runs none', between(scriptTask('no', 'days > 2')), 'script-not-run'],
    ['a complex gateway', between(node('complexGateway', 'no')), 'element-not-supported'],
    ['a transaction', between(node('transaction', 'no', INSIDE)), 'element-not-supported'],
    ['an ad-hoc sub-process', between(node('adHocSubProcess', 'no', INSIDE)), 'element-not-supported'],
    [
      'a process that a condition starts',
      draw({ others: [startOn('start', WHEN)], paths: 'start > end' }),
      'element-not-supported',
    ],
    [
      'an event that waits for all of several',
      between({ ...catchEvent('no', WHEN + timer('P1D')), attributes: { parallelMultiple: true } }),
      'several-event-definitions',
    ],
    [
      'compensation',
      fileWith(userTask('ask', { assignee: 'anna' }), {
        content: element('boundaryEvent', { id: 'no', attachedToRef: 'ask' }, element('compensateEventDefinition', {})),
      }),
      'element-not-supported',
    ],
  ])('%s', async (_, xml, rule) => {
    await using world = await createWorld();
    await expect(world.bridge.deploy(xml)).rejects.toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      details: { problems: expect.arrayContaining([expect.objectContaining({ rule, severity: 'error' })]) },
    });
  });
});
