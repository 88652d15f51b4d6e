import { type Graph, isService, nodeOf } from '../draw/graph.ts';
import type { OracleStep } from '../oracle/oracle.ts';

/** What happened on the way to the end, each counted once per process. */
export const HAPPENINGS = [
  'rework',
  'gone tasks',
  'gone jobs',
  'gone task told before the end',
  'held report',
  'hold over',
  'step after a hold that nobody ended',
  'continuation',
  'continuation from the start',
  'inclusive join released',
  'inclusive join released by another branch',
  'failed step',
  'stale press',
  'doubled press',
  'late result',
  'end without a press',
  'timer caught',
  'message caught',
  'signal caught',
  'error caught',
  'escalation caught',
  'condition caught',
  'condition met by a step that goes on',
  'variable set without effect',
  'event caught by several',
  'event on an edge interrupts',
  'event on an edge beside',
  'event sub-process interrupts',
  'event sub-process beside',
  'cycle goes on',
  'race decided',
  'second token in a task',
  'second token in a service',
  'second token in a sub-process',
  'second token in a race',
  'event sub-process started while it runs',
  'service ended in an error',
  'thrown message nobody waits for',
  'event from outside nobody waits for',
  'task ended by an event and reported',
  'task ended by an event and not reported',
  'terminated',
  'message heard in another pool',
  'message starts another pool',
  'message of another order',
  'shared task signed by one of several',
  'shared task decided before all have signed',
  'shared task that one has signed ended by an event and reported',
  'shared task that one has signed gone',
  'end left out of the file',
  'signers changed while they sign',
  'nobody to sign',
  'variable set in a called process',
  'event of another name',
  'condition that cannot be decided',
  'goes on once variables are set',
  'task delegated',
  'others asked, all',
  'others asked, any',
  'others asked, in-turn',
  'asked in a countersign',
  'asked in a called process',
  'asked by one who is asked',
  'nobody who asks or votes is asked',
  'opinion given',
  'opinion that is enough',
  'asked no more',
  'one of several asked no more',
  'recall by another',
  'asked task ended by an event and reported',
  'asked task gone',
  'sent back',
  'sent back further',
  'sent back in a countersign',
  'resubmitted',
  'not sent back to several, or to who is there',
  'not sent back to what was not passed',
] as const;

export type Happening = (typeof HAPPENINGS)[number] | 'given up';

/** What a step shows of them by itself. */
export function happeningsOf(graph: Graph, step: OracleStep): Happening[] {
  const isGone = (kind: 'task' | 'job') => step.gone.some((wait) => wait.kind === kind);
  const told = (kind: string) => step.reports.some((report) => report.kind === kind);
  // What comes later is told with the system task, if there is one.
  const ofSystem = step.reports.some(({ previous }) => previous.startsWith('['));
  const events = step.fired.map((id) => nodeOf(graph, id));
  const interrupts = events.some(({ interrupting }) => interrupting);
  return [
    ...when(isGone('task'), 'gone tasks'),
    ...when(isGone('job'), 'gone jobs'),
    ...when(step.ended && told('gone'), 'gone task told before the end'),
    ...when(step.held.length > 0, 'held report'),
    ...when(step.released > 0, 'inclusive join released'),
    ...when(step.released > 0 && (told('continuation') || ofSystem), 'inclusive join released by another branch'),
    ...when(told('continuation'), 'continuation'),
    ...when(told('start-continuation'), 'continuation from the start'),
    ...when(step.unmatched.length > 0, 'thrown message nobody waits for'),
    ...when(step.terminated > 0, 'terminated'),
    ...when(step.interrupted.length > 0, 'task ended by an event and reported'),
    ...when(interrupts && isGone('task'), 'task ended by an event and not reported'),
    ...when(step.signature === 'one', 'shared task signed by one of several'),
    ...when(step.signature === 'enough', 'shared task decided before all have signed'),
    ...when(
      step.interrupted.some(({ task }) => task.isHalfSigned),
      'shared task that one has signed ended by an event and reported',
    ),
    ...when(
      step.gone.some((task) => task.isHalfSigned),
      'shared task that one has signed gone',
    ),
    ...when(
      step.interrupted.some(({ task }) => task.isOpinion),
      'asked task ended by an event and reported',
    ),
    ...when(
      step.gone.some((task) => task.isOpinion),
      'asked task gone',
    ),
    ...when(step.changed > 0, 'signers changed while they sign'),
    ...when(step.empty > 0, 'nobody to sign'),
    ...step.shared.flatMap((id): Happening[] => {
      const node = nodeOf(graph, id);
      return [
        ...when(node.type === 'userTask', 'second token in a task'),
        ...when(isService(node), 'second token in a service'),
        ...when(node.type === 'subProcess', 'second token in a sub-process'),
        ...when(node.type === 'eventBasedGateway', 'second token in a race'),
        ...when(node.type === 'eventSubProcess', 'event sub-process started while it runs'),
      ];
    }),
    ...when(events.length > 1, 'event caught by several'),
    ...events.flatMap(({ type, event, interrupting, id }): Happening[] => [
      ...(event && event.kind !== 'terminate' ? [`${event.kind} caught` as const] : []),
      ...when(type === 'boundaryEvent', interrupting ? 'event on an edge interrupts' : 'event on an edge beside'),
      ...when(type === 'startEvent', interrupting ? 'event sub-process interrupts' : 'event sub-process beside'),
      ...when(event?.kind === 'timer' && event.form === 'cycle', 'cycle goes on'),
      ...when(isInRace(graph, id), 'race decided'),
    ]),
  ];
}

const when = (holds: boolean, happening: Happening): Happening[] => (holds ? [happening] : []);

const isInRace = ({ nodes, flows }: Graph, id: string): boolean =>
  flows.some(
    ({ source, target }) =>
      target === id && nodes.some((node) => node.id === source && node.type === 'eventBasedGateway'),
  );
