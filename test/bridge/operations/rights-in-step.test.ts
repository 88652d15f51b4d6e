/** While the directory of the host is asked who may, the process goes on: what counts is what the step finds. */
import { beforeEach, expect, it } from 'vitest';
import { end, parallel, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { stageOfEachTest } from './stage.ts';

const stage = stageOfEachTest();

const STRANGER = {
  kind: 'forbidden',
  message: 'only a handler of the task or the initiator of the process may do this',
};

/** A directory that answers one account's question when the test does; all others are members of everything. */
class Directory {
  readonly #slowAccount = 'emil';
  #asked = new Map<string, { readonly arrived: () => void; readonly answered: Promise<boolean> }>();
  #answers = new Map<string, (isMember: boolean) => void>();
  #arrivals = new Map<string, Promise<void>>();
  /** Groups in the order in which they were asked about. */
  readonly questions: string[] = [];

  constructor(...groups: readonly string[]) {
    for (const group of groups) {
      const answered = new Promise<boolean>((resolve) => this.#answers.set(group, resolve));
      const arrival = new Promise<void>((arrived) => this.#asked.set(group, { arrived, answered }));
      this.#arrivals.set(group, arrival);
    }
  }

  readonly isMember = (group: string, account: string): Promise<boolean> => {
    if (account !== this.#slowAccount) return Promise.resolve(true);
    this.questions.push(group);
    this.#asked.get(group)?.arrived();
    return this.#asked.get(group)?.answered ?? Promise.resolve(false);
  };

  /** Resolves when it was asked about the group. */
  async question(group: string): Promise<void> {
    await this.#arrivals.get(group);
  }

  answer(group: string, isMember: boolean): void {
    this.#answers.get(group)?.(isMember);
  }
}

let directory: Directory;
beforeEach(async () => {
  directory = new Directory('legal', 'finance');
  await stage.world.reopen({ identity: directory });
});

const LEGAL_THEN_FINANCE = processFile(
  [start(), userTask('check', { groups: 'legal' }), userTask('pay', { groups: 'finance' }), end()],
  'start > check > pay > end',
  { id: 'two-groups' },
);

it('who handled the task when they asked, and no more when it is their turn, may not', async () => {
  const { bridge } = stage.world;
  const id = await stage.begin(
    processFile(
      [start(), parallel('fork'), userTask('pay', { groups: 'legal' }), userTask('check', { assignee: 'emil' }), end()],
      'start > fork > pay > end; fork > check > end',
      { id: 'beside' },
    ),
  );
  await bridge.transfer(`${id}.2`, { from: 'emil', to: 'dara' });
  const suspended = bridge.suspend(id, { account: 'emil' });
  await directory.question('legal');
  expect(await bridge.press(`${id}.1`, { account: 'gu' })).toMatchObject({ kind: 'applied' });
  directory.answer('legal', true);
  expect(await suspended).toEqual(STRANGER);
  expect(await bridge.instances.get(id)).toMatchObject({ status: 'running' });
});

it('who loses the task to another of the group meanwhile is asked about the next one', async () => {
  const { bridge } = stage.world;
  const id = await stage.begin(LEGAL_THEN_FINANCE);
  const suspended = bridge.suspend(id, { account: 'emil' });
  await directory.question('legal');
  expect(await bridge.press(`${id}.1`, { account: 'gu' })).toMatchObject({ kind: 'applied' });
  directory.answer('legal', true);
  await directory.question('finance');
  directory.answer('finance', false);
  expect(await suspended).toEqual(STRANGER);
  expect(await bridge.instances.get(id)).toMatchObject({ status: 'running' });
  expect(directory.questions).toEqual(['legal', 'finance']);
});

it('who gets the right while they are asked about has it', async () => {
  const { bridge } = stage.world;
  const id = await stage.begin(LEGAL_THEN_FINANCE);
  const suspended = bridge.suspend(id, { account: 'emil' });
  await directory.question('legal');
  expect(await bridge.transfer(`${id}.1`, { from: 'gu', to: 'emil' })).toMatchObject({ kind: 'applied' });
  directory.answer('legal', false);
  expect(await suspended).toMatchObject({ kind: 'applied' });
});

it('activates no more who lost the task before it was suspended', async () => {
  const { bridge } = stage.world;
  const id = await stage.begin(LEGAL_THEN_FINANCE);
  await bridge.suspend(id);
  const activated = bridge.activate(id, { account: 'emil' });
  await directory.question('legal');
  await bridge.activate(id);
  expect(await bridge.press(`${id}.1`, { account: 'gu' })).toMatchObject({ kind: 'applied' });
  await bridge.suspend(id);
  directory.answer('legal', true);
  await directory.question('finance');
  directory.answer('finance', false);
  expect(await activated).toEqual(STRANGER);
  expect(await bridge.instances.get(id)).toMatchObject({ status: 'suspended' });
});
