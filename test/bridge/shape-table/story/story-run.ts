import type { EventOutcome, ScriptFunction, Verdict } from '../../../../src/index.ts';
import { ALLOWED_OPERATIONS } from '../../../support/inner/model.ts';
import { DEFAULT_DIRECTORY } from '../../../support/inner/sandbox.ts';
import { createWorld, type Runtime } from '../../world.ts';
import { expectEnd } from './story-end.ts';
import {
  type Happening,
  isOperation,
  type Operation,
  type PendingEntry,
  readHappening,
  type StoryLine,
  takeFromLists,
} from './story-line.ts';
import { openServices, type StoryServices } from './story-services.ts';
import type { Combination } from './story-switches.ts';
import { createStoryView } from './story-view.ts';

/** What a story begins with. */
export interface StorySetup {
  /** XML of a file, or of several that are deployed in this order. The process of the last one is started. */
  readonly diagram: string | readonly string[];
  /** Variables of every start. */
  readonly variables?: Readonly<Record<string, string | number | boolean | string[]>>;
  readonly services?: StoryServices;
  /** Runs the scripts of script tasks. */
  readonly scripts?: ScriptFunction;
  /** So many people beside those of the sandbox, called p1, p2, … */
  readonly crowd?: number;
  /** In whose name timers start processes. */
  readonly system?: string;
}

/** One telling of a story. */
export interface StoryRun extends AsyncDisposable {
  /** Whether a slow service is at work, so that nothing says when all the rest is done. */
  readonly busy: boolean;
  happen(words: string): Promise<void>;
  /** What the center was told since the page was turned, and what is in people's lists. */
  look(): Promise<Omit<StoryLine, 'words'>>;
  turnPage(): Promise<void>;
  /** What is wrong, where it is not told line by line. */
  judge?(): readonly string[];
  /** A line as it is in such a center. */
  readLine(line: StoryLine): StoryLine;
  /** Every instance has ended, and the center was told so once. */
  expectEnd(endsLate: boolean): Promise<void>;
}

/** In a center and a bridge of its own. */
export async function openHttpRun(told: StorySetup, switches: Combination, runtime: Runtime): Promise<StoryRun> {
  let now = Date.UTC(2026, 0, 1);
  const services = openServices(told.services ?? {});
  const crowd = Array.from({ length: told.crowd ?? 0 }, (_, index) => `p${index + 1}`);
  const people = [...DEFAULT_DIRECTORY.accounts, ...crowd.map((account) => ({ account, name: account }))];
  const world = await createWorld({
    runtime,
    sandbox: {
      clock: () => now,
      switches,
      directory: { ...DEFAULT_DIRECTORY, accounts: people },
    },
    bridge: {
      clock: () => now,
      services: services.functions,
      jobs: { maxAttempts: 3 },
      ...(told.scripts && { scripts: told.scripts }),
      defaults: {
        allow: ALLOWED_OPERATIONS,
        ...(told.system !== undefined && { systemHandler: told.system }),
      },
    },
  });
  const { bridge, sandbox } = world;
  const view = createStoryView(
    bridge,
    sandbox,
    people.map(({ account }) => account),
  );
  /** What the people of the story were answered, where it was not a plain yes. */
  let answers: string[] = [];
  let latest = '';
  let processId = '';
  for (const xml of [told.diagram].flat()) ({ processId } = await bridge.deploy(xml));

  async function rest(): Promise<void> {
    const idle = bridge.idle();
    // It waits for the slow service, which waits for the story.
    if (services.busy) idle.catch(() => undefined);
    else await Promise.race([idle, services.nextCall()]);
  }

  async function press(account: string, { label, nodeId }: Happening & { kind: 'presses' }): Promise<void> {
    const open = (await view.listed()).filter(({ mark }) => mark === 'open');
    const own = open.find((each) => each.account === account && each.nodeId === nodeId);
    // Who has signed a task does not find it any more; an address that was kept can be called all the same.
    const raw = own === undefined && switches.noneKeepsPending === 'for-others';
    const task = raw ? open.find((each) => each.nodeId === nodeId) : own;
    if (!task) throw new Error(`${account} has no open ${nodeId}; pending: ${world.pending().join(' ')}`);
    const { body } = await sandbox.press(task.taskId, { action: label, account, opinions: 'fine', raw });
    const { code } = body as { code: number };
    if (code !== 0) answers.push(`refused ${code}`);
  }

  async function operateOn(taskId: string, happening: Operation): Promise<Verdict> {
    const { account } = happening;
    switch (happening.kind) {
      case 'recalls':
        return bridge.recall(taskId, { account });
      case 'claims':
        return bridge.claim(taskId, { account });
      case 'releases':
        return bridge.release(taskId, { account });
      case 'sends-back':
        return bridge.sendBack(taskId, { account, to: happening.to, opinions: 'please' });
      case 'asks': {
        const { how, to, rule, label = '' } = happening;
        if (how === 'after') return bridge.press(taskId, { account, action: label, signersAfter: { to, rule } });
        if (how === 'beside' || how === 'countersign')
          return bridge.addSigners(taskId, { from: account, to, position: how });
        if (how === 'before') return bridge.addSigners(taskId, { from: account, to, rule });
        return bridge.delegate(taskId, { from: account, to: to[0] ?? '', opinions: 'please' });
      }
    }
  }

  async function operate(happening: Operation): Promise<void> {
    const { account, nodeId } = happening;
    const holder = happening.kind === 'recalls' ? happening.from : account;
    const open = (await view.listed()).filter(({ mark }) => mark === 'open');
    const task = open.find((each) => each.account === holder && each.nodeId === nodeId);
    if (!task) throw new Error(`${holder} has no open ${nodeId}; pending: ${world.pending().join(' ')}`);
    const { kind } = await operateOn(task.taskId, happening);
    if (kind !== 'applied') answers.push(`refused ${kind}`);
  }

  function send({ what, name, payload, businessKey, correlationKey }: Happening & { kind: 'comes' }) {
    if (what === 'signal') return bridge.signal(latest, { name, payload });
    if (correlationKey !== undefined) return bridge.message({ name, payload, correlationKey });
    return bridge.message({ name, payload, ...(businessKey === undefined ? { instanceId: latest } : { businessKey }) });
  }

  return {
    get busy() {
      return services.busy;
    },
    async happen(words) {
      const happening = readHappening(words);
      if (happening.kind === 'starts') {
        const { account: initiator, businessKey } = happening;
        const variables = structuredClone(told.variables ?? {});
        const options = { initiator, variables, ...(businessKey === undefined ? {} : { businessKey }) };
        ({ instanceId: latest } = await bridge.start(happening.processId ?? processId, options));
      } else if (happening.kind === 'presses') {
        for (const [index, account] of happening.accounts.entries()) {
          if (index > 0) await rest();
          await press(account, happening);
        }
      } else if (isOperation(happening)) await operate(happening);
      else if (happening.kind === 'passes') now += happening.ms;
      else if (happening.kind === 'comes') {
        const { matched }: EventOutcome = await send(happening);
        if (!matched) answers.push('unmatched');
      } else if (happening.kind === 'told') {
        const { nodeId, payload } = happening;
        const { matched } = await bridge.signal(latest, { nodeId, payload });
        if (!matched) answers.push('unmatched');
      } else if (happening.kind === 'set') await bridge.setVariables(latest, happening.variables);
      else services.answer(happening);
      await rest();
    },
    async look() {
      const { reports, pending } = await view.look();
      return { reports: [...answers, ...reports], pending };
    },
    async turnPage() {
      answers = [];
      await view.turnPage();
    },
    readLine: (line) => readIn(switches, line, view.toldNone),
    expectEnd: async (endsLate) => expectEnd(await view.outcome(), switches, endsLate),
    [Symbol.asyncDispose]: async () => {
      services.release();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** A line as it is in such a center: who was told to have handled a task does not find it in the list, or does. */
function readIn(
  { noneKeepsPending }: Combination,
  line: StoryLine,
  toldNone: () => readonly { readonly account: string; readonly nodeId: string }[],
): StoryLine {
  if (noneKeepsPending === 'for-others') return { ...line, pending: takeFromLists(line.pending, toldNone()) };
  const isListed = ({ mark }: PendingEntry) => mark !== 'told' && mark !== 'gone';
  return noneKeepsPending ? line : { ...line, pending: line.pending.filter(isListed) };
}
