import { createEngineHost } from '../../plugin/stored/create-engine-host.ts';
import type { EngineHostOptions } from '../../plugin/stored/engine-host-options.ts';
import { expectSame, type Rule, takeBack } from './check.ts';
import type { ContractStore } from './contract-store.ts';
import { newInstanceId } from './sample-change.ts';

/** People who sign at once: every press but the first loses a race. */
const SIGNERS = ['anna', 'bo', 'chen', 'dara', 'emil', 'fatima'];

/** All sign at once, then one person closes. */
const DIAGRAM = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:ttc="http://bpmn-transaction-bridge/schema/ttc/1.0" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  id="contract" targetNamespace="contract">
  <process id="contract-process" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="to-sign" sourceRef="start" targetRef="sign" />
    <userTask id="sign" name="Sign" ttc:handlers="\${signer}">
      <multiInstanceLoopCharacteristics camunda:collection="\${signers}" camunda:elementVariable="signer" />
    </userTask>
    <sequenceFlow id="to-close" sourceRef="sign" targetRef="close" />
    <userTask id="close" name="Close" ttc:handlers="anna" />
    <sequenceFlow id="to-end" sourceRef="close" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`;

const PLUGIN: EngineHostOptions<unknown>['plugin'] = {
  appId: 'contract',
  actionUrl: (taskId, { key }) => `https://contract.example/${taskId}/${key}`,
};

/** What a host makes of the store: real processes, and presses that race. */
export function hostCases<Context>(store: ContractStore<Context>): Rule[] {
  const { load, save, find, findPress, listUndelivered, transaction } = store;
  const newHost = () =>
    createEngineHost<Context>({
      ...{ plugin: PLUGIN, load, save },
      ...(find && { find }),
      ...(findPress && { findPress }),
    });
  const begin = async () => {
    const instanceId = newInstanceId();
    const host = newHost();
    const start = { source: DIAGRAM, instanceId, initiator: 'anna', variables: { signers: SIGNERS } };
    const { started } = await host.start(start);
    expectSame('started', started, true);
    return { instanceId, host, start };
  };
  return [
    {
      title: 'people who press at once are all heard, and their reports are stored once, in the order of the steps',
      mend: 'compare the revision in the statement that writes, and return false where it is another one.',
      async run() {
        const { instanceId } = await begin();
        const verdicts = await Promise.all(
          SIGNERS.map((account, index) => newHost().press(`${instanceId}.${index + 1}`, { account })),
        );
        expectSame(
          'verdicts',
          verdicts.map(({ kind }) => kind),
          SIGNERS.map(() => 'applied'),
        );
        const { reports } = await listUndelivered(instanceId);
        // The start, then one report for each signer, each of another revision.
        const revisions = reports.map((reportId) => Number(reportId.slice(instanceId.length + 1).split('.')[0]));
        expectSame('revisions of the reports', revisions, [1, ...SIGNERS.map((_, index) => index + 2)]);
        const closed = await newHost().press(`${instanceId}.${SIGNERS.length + 1}`, { account: 'anna' });
        expectSame('verdict of the last press', closed.kind, 'applied');
        expectSame('state after the end', (await load(instanceId, undefined))?.state, null);
      },
    },
    {
      title: 'of two calls that start the same instance at once, one does',
      mend: 'insert revision 1 only where there is no row: `insert … on conflict do nothing`, and look at the number of rows.',
      async run() {
        const instanceId = newInstanceId();
        const start = { source: DIAGRAM, instanceId, initiator: 'anna', variables: { signers: SIGNERS } };
        const started = await Promise.all([newHost().start(start), newHost().start(start)]);
        expectSame('started', started.map(({ started: one }) => one).toSorted(), [false, true]);
        expectSame('reports', (await listUndelivered(instanceId)).reports, [`${instanceId}.1.0`]);
      },
    },
    {
      title: 'a press that was refused saves nothing',
      mend: '`load` must only read.',
      async run() {
        const { instanceId, host } = await begin();
        const before = await load(instanceId, undefined);
        expectSame('verdict', (await host.press(`${instanceId}.1`, { account: 'nobody' })).kind, 'forbidden');
        expectSame('load', await load(instanceId, undefined), before);
      },
    },
    ...(transaction === undefined
      ? []
      : [
          {
            title: 'a press in a transaction that is taken back never happened, and can be made again',
            mend: 'use the context of `load`, `save` and `findPress` for each statement, the press included.',
            async run() {
              const { instanceId, host } = await begin();
              const before = await load(instanceId, undefined);
              const press = { account: 'anna', replayKey: `${instanceId} press` };
              await takeBack(transaction, async (context) => {
                expectSame('verdict', (await host.press(`${instanceId}.1`, press, context)).kind, 'applied');
              });
              expectSame('load', await load(instanceId, undefined), before);
              expectSame('reports', (await listUndelivered(instanceId)).reports, [`${instanceId}.1.0`]);
              const again = await transaction((context) => host.press(`${instanceId}.1`, press, context));
              expectSame('verdict of the same press', again.kind, 'applied');
            },
          },
        ]),
  ];
}
