/** Timers at every place a diagram may have them, half way through when the process is suspended. */
import {
  boundary,
  bpmn,
  callActivity,
  catchEvent,
  end,
  eventGateway,
  eventSubProcess,
  message,
  parallel,
  process,
  processFile,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { HOUR_MS } from './stage.ts';

export interface SuspendedTimers {
  readonly title: string;
  readonly xml: string;
  readonly variables?: Readonly<Record<string, string | string[]>>;
  /** How long the process runs before it is suspended. */
  readonly ranMs: number;
  /** Who presses what until then, once so much of that time is over. */
  readonly presses?: readonly { readonly atMs: number; readonly account: string; readonly nodeId: string }[];
  /** Open tasks, as `account:nodeId`, when it is suspended. */
  readonly open: readonly string[];
  /** So long after it is activated what is open becomes this; then `handled` is. */
  readonly later: readonly { readonly afterMs: number; readonly open: readonly string[]; readonly handled?: string }[];
}

const HALF_HOUR_MS = HOUR_MS / 2;
const check = userTask('check', { assignee: 'bo' });
const remind = userTask('remind', { assignee: 'chen' });

function onCheck(text: string, interrupting: boolean): string {
  return processFile(
    [start(), check, boundary('due', 'check', timer(text), { interrupting }), remind, end(), end('reminded')],
    'start > check > end; due > remind > reminded',
    { id: 'on-check' },
  );
}

/** A catching timer, and a task behind it. */
const waiting = [start('begun'), catchEvent('pause', timer('PT2H')), remind, end('reminded')];
const WAY = 'begun > pause > remind > reminded';

export const SUSPENDED_TIMERS: readonly SuspendedTimers[] = [
  {
    title: 'a boundary timer that ends its task',
    xml: onCheck('PT2H', true),
    ranMs: HALF_HOUR_MS,
    open: ['bo:check'],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:remind'] }],
  },
  {
    title: 'a boundary timer that leaves its task',
    xml: onCheck('PT2H', false),
    ranMs: HALF_HOUR_MS,
    open: ['bo:check'],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['bo:check', 'chen:remind'] }],
  },
  {
    title: 'a reminder that comes three times, in its second round',
    xml: onCheck('R3/PT1H', false),
    ranMs: 3 * HALF_HOUR_MS,
    presses: [{ atMs: 2 * HALF_HOUR_MS, account: 'chen', nodeId: 'remind' }],
    open: ['bo:check'],
    later: [
      { afterMs: HALF_HOUR_MS, open: ['bo:check', 'chen:remind'], handled: 'chen:remind' },
      { afterMs: 3 * HALF_HOUR_MS, open: ['bo:check', 'chen:remind'], handled: 'chen:remind' },
      // That was the last.
      { afterMs: 48 * HOUR_MS, open: ['bo:check'] },
    ],
  },
  {
    title: 'a reminder without end, which makes up for no round',
    xml: onCheck('R/PT1H', false),
    ranMs: 1,
    open: ['bo:check'],
    later: [
      { afterMs: HOUR_MS - 1, open: ['bo:check', 'chen:remind'], handled: 'chen:remind' },
      { afterMs: 2 * HOUR_MS - 1, open: ['bo:check', 'chen:remind'] },
    ],
  },
  {
    title: 'a timer that was drawn as a date',
    // Two hours behind noon in Shanghai, which is when a stage opens.
    xml: onCheck('2026-03-01T14:00:00', true),
    ranMs: HALF_HOUR_MS,
    open: ['bo:check'],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:remind'] }],
  },
  {
    title: 'a timer in a sub-process',
    xml: processFile(
      [start(), subProcess('part', waiting, WAY), userTask('file', { assignee: 'anna' }), end()],
      'start > part > file > end',
    ),
    ranMs: HALF_HOUR_MS,
    open: [],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:remind'] }],
  },
  {
    title: 'a boundary timer of a sub-process',
    xml: processFile(
      [
        start(),
        subProcess('part', [start('begun'), check, end('checked')], 'begun > check > checked'),
        boundary('due', 'part', timer('PT2H')),
        ...[remind, end(), end('reminded')],
      ],
      'start > part > end; due > remind > reminded',
    ),
    ranMs: HALF_HOUR_MS,
    open: ['bo:check'],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:remind'] }],
  },
  {
    title: 'a timer in a called process',
    xml: bpmn(
      process('calling', [start(), callActivity('call', 'called'), end()], 'start > call > end'),
      process('called', waiting, WAY, { isExecutable: false }),
    ),
    ranMs: HALF_HOUR_MS,
    open: [],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:call.remind'] }],
  },
  {
    title: 'a boundary timer of a countersign, of which one has signed',
    xml: processFile(
      [
        start(),
        userTask('sign', { assignee: '${who}', multiInstance: { collection: '${people}', elementVariable: 'who' } }),
        boundary('due', 'sign', timer('PT2H')),
        ...[remind, end(), end('reminded')],
      ],
      'start > sign > end; due > remind > reminded',
    ),
    variables: { people: ['anna', 'bo', 'dara'] },
    ranMs: HALF_HOUR_MS,
    presses: [{ atMs: 0, account: 'bo', nodeId: 'sign' }],
    open: ['anna:sign', 'dara:sign'],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:remind'] }],
  },
  {
    title: 'the boundary timers of two iterations of a sub-process, which began at different times',
    xml: draw({
      others: [
        subProcess(
          'part',
          [
            ...[start('begun'), userTask('ask', { assignee: '${who}' }), check, end('checked')],
            ...[boundary('due', 'check', timer('PT2H'), { interrupting: false }), remind, end('reminded')],
          ],
          'begun > ask > check > checked; due > remind > reminded',
          { multiInstance: { collection: '${people}', elementVariable: 'who' } },
        ),
      ],
      paths: 'start > part > end',
    }),
    variables: { people: ['anna', 'dara'] },
    ranMs: 2 * HALF_HOUR_MS,
    presses: [
      { atMs: 0, account: 'anna', nodeId: 'ask' },
      { atMs: HALF_HOUR_MS, account: 'dara', nodeId: 'ask' },
    ],
    open: ['bo:check', 'bo:check'],
    later: [
      { afterMs: 2 * HALF_HOUR_MS, open: ['bo:check', 'bo:check', 'chen:remind'] },
      { afterMs: 3 * HALF_HOUR_MS, open: ['bo:check', 'bo:check', 'chen:remind', 'chen:remind'] },
    ],
  },
  {
    title: 'the timer of an event-based gateway',
    xml: processFile(
      [
        ...[start(), eventGateway('wait'), catchEvent('pause', timer('PT2H')), catchEvent('paid', message('payment'))],
        ...[remind, end('reminded'), end()],
      ],
      'start > wait > pause > remind > reminded; wait > paid > end',
      { roots: root('message', 'payment', { name: 'paid' }) },
    ),
    ranMs: HALF_HOUR_MS,
    open: [],
    later: [{ afterMs: 3 * HALF_HOUR_MS, open: ['chen:remind'] }],
  },
  {
    title: 'an event sub-process that comes twice, before its second round',
    xml: draw({
      others: [
        check,
        eventSubProcess(
          'late',
          [
            start('due', { content: timer('R2/PT1H'), attributes: { isInterrupting: false } }),
            ...[remind, end('reminded')],
          ],
          'due > remind > reminded',
        ),
      ],
      paths: 'start > check > end',
    }),
    ranMs: 3 * HALF_HOUR_MS,
    presses: [{ atMs: 2 * HALF_HOUR_MS, account: 'chen', nodeId: 'remind' }],
    open: ['bo:check'],
    later: [{ afterMs: HALF_HOUR_MS, open: ['bo:check', 'chen:remind'] }],
  },
  {
    title: 'several timers at once, each with its own time',
    xml: processFile(
      [
        ...[start(), parallel('fork'), check, boundary('due', 'check', timer('PT4H')), end('checked')],
        ...[catchEvent('soon', timer('PT1H')), userTask('first', { assignee: 'anna' }), end('one')],
        ...[catchEvent('later', timer('PT2H')), userTask('second', { assignee: 'dara' }), end('two')],
        ...[remind, end('reminded')],
      ],
      'start > fork > check > checked; due > remind > reminded; fork > soon > first > one; fork > later > second > two',
    ),
    ranMs: HALF_HOUR_MS,
    open: ['bo:check'],
    later: [
      { afterMs: HALF_HOUR_MS, open: ['anna:first', 'bo:check'] },
      { afterMs: 3 * HALF_HOUR_MS, open: ['anna:first', 'bo:check', 'dara:second'] },
      { afterMs: 7 * HALF_HOUR_MS, open: ['anna:first', 'chen:remind', 'dara:second'] },
    ],
  },
];
