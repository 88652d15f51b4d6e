import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readXml } from '../support/inner/model.ts';
import { prepare } from './prepare/prepare.ts';

const FOLDER = new URL('../fixtures/models/', import.meta.url);

interface Verdict {
  /** Why it is refused: `rule element`; none where it is deployed. */
  readonly refused: readonly string[];
  /** What of it will not run as drawn: `rule element`. */
  readonly warned?: readonly string[];
}

/** Every file of the collection, and what its author is told. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  'camunda7/invoice-approval.bpmn': {
    refused: [],
    // Both have a form that only Camunda shows.
    warned: ['vendor-feature-not-run StartEvent_1', 'vendor-feature-not-run UserTask_1'],
  },
  'camunda7/job-announcement.bpmn': {
    refused: [],
    // Calls a process of another file, which is looked for when a token comes there.
    warned: ['call-target-unknown publication'],
  },
  'camunda7/loan-approval.bpmn': {
    refused: [],
    warned: ['vendor-feature-not-run StartEvent_1', 'vendor-feature-not-run UserTask_1'],
  },
  'camunda7/loan-granting.bpmn': {
    refused: [],
    warned: ['gateway-may-get-stuck ExclusiveGateway_12xhuxz'],
  },
  'camunda8/complete-user-task.bpmn': { refused: ['user-task-without-handler Activity_1nhbuqp'] },
  'camunda8/zeebe-user-task.bpmn': { refused: ['user-task-without-handler Activity_1d6heog'] },
  'flowable/multi-instance-complete-condition.bpmn20.xml': {
    refused: ['user-task-without-handler task'],
  },
  'flowable/table-reservation.bpmn20.xml': {
    refused: [],
    // One flow asks a bean whether the guest came; the other has no condition.
    warned: ['flow-without-condition sequenceflow7'],
  },
  'flowable/vacation-request.bpmn20.xml': {
    refused: [],
    // Its flows have no names, and its forms are generated.
    warned: [
      'button-without-name flow3',
      'button-without-name flow5',
      'button-without-name flow7',
      'button-without-name flow8',
      'vendor-feature-not-run request',
      'vendor-feature-not-run handleRequest',
      'vendor-feature-not-run adjustVacationRequestTask',
    ],
  },
  // Drawn to be read: no pool is executable.
  'miwg/A.4.1.bpmn': { refused: ['process-not-executable sid-ad44e239-e96e-4a80-b0e4-cf63b741c3cb'] },
  'miwg/B.2.0.bpmn': { refused: ['process-not-executable _1373638079286'] },
  'miwg/C.1.0.bpmn': {
    // Started by a message. The message flows to and from the other pool hang on user tasks.
    refused: [],
    warned: [
      'other-pool-not-run sid-5FBB6CB3-8A7C-42B5-9024-15BB2684EC57',
      'message-flow-carries-nothing sid-915AC9A0-CD35-4DF2-93F7-4535397622F8',
      'message-flow-carries-nothing sid-AB6EB7C8-DF5E-42C2-88D0-FA166583AF15',
      'message-flow-carries-nothing sid-90902E27-C1CD-4F90-A8F2-486DA4F42117',
      'message-flow-carries-nothing sid-0518A412-1ED3-4CFD-A75C-69FF37EFFC16',
      'vendor-feature-not-run approveInvoice',
      'vendor-feature-not-run assignApprover',
      'vendor-feature-not-run reviewInvoice',
      'vendor-feature-not-run StartEvent_1',
      'vendor-feature-not-run prepareBankTransfer',
      // Beside its assignee each has an owner that is a resource without accounts.
      'part-not-run approveInvoice',
      'part-not-run assignApprover',
      'part-not-run reviewInvoice',
      'part-not-run prepareBankTransfer',
    ],
  },
  'miwg/C.3.0.bpmn': {
    refused: [
      // Its startQuantity and completionQuantity are 2.
      'element-not-supported _c73a5f4a-72f1-4e11-bb40-2f98da75fb9a',
      // A collapsed sub-process into which nothing was drawn.
      'sub-process-start _cd6f230f-13c3-4027-aa3e-57de601a1ab2',
      // One names a resource without accounts, the others name nobody.
      'user-task-without-handler _c73a5f4a-72f1-4e11-bb40-2f98da75fb9a',
      'user-task-without-handler _a92069f7-377b-4dbd-a1fd-1da071aabf6d',
      'user-task-without-handler _d034722f-751d-4f37-a3d7-47993822e979',
      'user-task-without-handler _6a34496f-8cf7-42e5-88a9-d1af98cc3cba',
      // A condition of "Service level" is plain text.
      'condition-is-plain-text _be893987-caec-4605-b078-bd96b7cd6c12',
    ],
    // "Successful?" has no conditions; "Service level" has one, and no default flow.
    warned: [
      'gateway-without-conditions _936c0bfa-5ebf-4546-8d1a-cce556148788',
      'flow-without-condition _cddf9325-a85b-4347-8c57-8b909fa77ae9',
    ],
  },
};

test('every file of the collection has a verdict', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(bpmn|xml)$/.test(name));
  expect(files.map((name) => name.replaceAll('\\', '/')).toSorted()).toEqual(Object.keys(VERDICTS).toSorted());
});

test.each(Object.entries(VERDICTS))('%s', async (name, { refused, warned = [] }) => {
  const { problems, model } = await prepare(readFileSync(new URL(name, FOLDER), 'utf8'));
  const found = (severity: string) =>
    problems.filter((problem) => problem.severity === severity).map(({ rule, elementId }) => `${rule} ${elementId}`);
  expect(found('error')).toEqual(refused);
  expect(found('warning')).toEqual(warned);
  expect(model === undefined).toBe(refused.length > 0);
});

test('the vacation request runs as its author meant it', async () => {
  const { model } = await readXml(readFileSync(new URL('flowable/vacation-request.bpmn20.xml', FOLDER), 'utf8'));
  const tasks = [...(model?.userTasks.values() ?? [])].map(({ nodeName, assignment, buttons }) => ({
    nodeName,
    by: assignment.map(({ kind, expressions }) => `${kind} ${expressions.map(({ text }) => text).join()}`),
    buttons: buttons.map(({ label, effect }) =>
      effect.kind === 'set' ? `${label}: ${effect.variable}=${effect.value}` : label,
    ),
  }));
  expect(model?.initiatorVariable).toBe('employeeName');
  expect(tasks).toEqual([
    {
      nodeName: 'Handle vacation request',
      by: ['handlingGroup management'],
      buttons: ['Send confirmation e-mail: vacationApproved=true', 'Adjust vacation request: vacationApproved=false'],
    },
    {
      nodeName: 'Adjust vacation request',
      by: ['handlers ${employeeName}'],
      buttons: ['Handle vacation request: resendRequest=true', 'theEnd2: resendRequest=false'],
    },
  ]);
});
