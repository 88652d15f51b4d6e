import type { EndTrigger, EventTrigger } from '../draw/graph.ts';
import { type Block, type Branch, blocksOf, type Part, type Pool, type Signing } from '../generate/shape.ts';

export function namesOfPools([first, second]: readonly Pool[]): string[] {
  if (!first || !second) return [];
  return [
    second.apart ? 'two pools, each in its file' : 'two pools of one file',
    ...(second.startedBy ? ['pool that a message starts'] : []),
  ];
}

export function namesIn(block: Block): string[] {
  const asides = block.filter(({ kind }) => kind === 'aside');
  const several = asides.length > 1 ? ['several event sub-processes in one scope'] : [];
  return several.concat(
    block.flatMap((part) => [
      part.kind,
      ...eventsIn(part),
      ...readsOf(part),
      ...blocksOf(part).flatMap((inner) => inner.map(({ kind }) => `${kind} in ${part.kind}`)),
      ...variantsOf(part),
      ...blocksOf(part).flatMap(namesIn),
    ]),
  );
}

function variantsOf(part: Part): string[] {
  switch (part.kind) {
    case 'task':
      return part.who ? ['task of whom a variable names'] : [];
    case 'sign':
      return signingNames(part.kind, part.loop);
    case 'services':
      return [`services by ${part.element}`, ...signingNames(part.kind, part.loop)];
    case 'service':
      return [`service by ${part.element}`];
    case 'lane':
      return [`lane of ${part.lane}`];
    case 'compute':
      return [part.loop ? 'compute for each' : 'compute once'];
    case 'vote':
      return [...signingNames('vote', part.loop), ...branchNames(part.kind, part.branches)];
    case 'choice':
    case 'inclusive': {
      const fallback =
        part.by === 'button' || part.by === 'all' ? [] : [`${part.kind} with${part.fallback ? '' : 'out'} default`];
      return [`${part.kind} by ${part.by}`, ...fallback, ...branchNames(part.kind, part.branches)];
    }
    case 'several':
      return [
        ...part.block.map(({ kind }) => `several tokens at ${kind}`),
        ...(part.ways.filter(({ length }) => length === 0).length > 1
          ? ['several flows from one fork to one node']
          : []),
      ];
    case 'parallel':
      return branchNames(part.kind, part.branches);
    case 'rework':
      return [
        `rework by ${part.by}`,
        part.backTo === part.body.length ? 'rework to the decision' : 'rework to an earlier node',
        ...(holdsAside(part) ? ['event sub-process inside a rework loop'] : []),
        ...(part.by === 'votes' && part.loop.shared ? ['rework by votes, shared task'] : []),
      ];
    case 'multi':
      return part.loop
        ? [...multiNames(part.loop), ...(holdsAside(part) ? ['event sub-process of a multi-instance'] : [])]
        : [];
    case 'call':
      return [
        ...(part.passes ? ['call with own variables'] : []),
        ...(part.passes?.back ? ['call that gives back'] : []),
        part.late ? 'call of a process that data names' : `call of ${part.apart ? 'another' : 'the same'} file`,
        ...(part.loop ? ['call with iterations'] : []),
      ];
    case 'looped':
      return [
        ...(part.flag ? [part.reads ? 'looped by data' : 'looped by a condition'] : []),
        ...(part.maximum === undefined ? [] : ['looped by a number']),
        ...(part.testBefore ? ['looped, tested before'] : []),
      ];
    default:
      return [];
  }
}

const holdsAside = (part: Part): boolean =>
  blocksOf(part).some((block) => block.some((inner) => inner.kind === 'aside' || holdsAside(inner)));

/** What its events read. */
function readsOf(part: Part): string[] {
  const events = [
    ...('event' in part ? [part.event] : []),
    ...(part.kind === 'edge' ? part.edges.map(({ event }) => event) : []),
    ...(part.kind === 'race' ? part.branches.map(({ event }) => event) : []),
  ];
  return events.flatMap((event) => {
    if (!event || !('reads' in event || 'key' in event)) return [];
    const kind = event.kind === 'timer' && event.form !== 'duration' ? event.form : event.kind;
    return [
      ...(event.reads === undefined ? [] : [`${kind} of data`]),
      ...('key' in event && event.key !== undefined ? ['message about data'] : []),
    ];
  });
}

function eventsIn(part: Part): string[] {
  const ends = blocksWithEnds(part).map((closing) => `${closing.kind} end`);
  switch (part.kind) {
    case 'catch':
      return [`catch ${part.event.kind}`, ...dates([part.event]), ...listening([part.event])];
    case 'throw':
      return [`throw ${part.event?.kind ?? 'nothing'}`];
    case 'sub':
    case 'multi':
    case 'call':
      return [...ends, ...(part.startless && part.kind !== 'call' ? ['part without a start event'] : [])];
    case 'race':
      return [
        ...ends,
        ...part.branches.map(({ event, receive }) => `race for ${receive ? 'receive task' : event.kind}`),
        ...dates(part.branches.map(({ event }) => event)),
        ...listening(part.branches.map(({ event }) => event)),
      ];
    case 'edge':
      return [
        ...ends,
        `event on ${part.host.kind}`,
        ...(part.host.kind === 'sign' && part.host.loop.shared ? ['event on a shared task'] : []),
        ...part.edges.map(({ event, interrupting }) => edgeName(event, interrupting)),
        ...dates(part.edges.map(({ event }) => event)),
        ...listening(part.edges.map(({ event }) => event)),
      ];
    case 'aside':
      return [
        `${part.event.kind} event sub-process`,
        ...(part.event.kind === 'timer' && part.event.form === 'cycle' ? ['event sub-process of a cycle'] : []),
        ...(part.interrupting ? ['interrupting event sub-process'] : []),
        ...(part.interrupting && part.event.kind === 'condition' ? ['interrupting condition event sub-process'] : []),
        ...listening([part.event]),
      ];
    default:
      return ends;
  }
}

function edgeName(event: EventTrigger, interrupting: boolean): string {
  if (event.kind === 'error') return 'error on an edge';
  if (event.kind === 'timer' && event.form === 'cycle') return 'cycle on an edge';
  return interrupting ? `interrupting ${event.kind} on an edge` : `${event.kind} on an edge beside`;
}

const dates = (events: readonly EventTrigger[]): string[] =>
  events.some((event) => event.kind === 'timer' && event.form === 'date') ? ['date'] : [];

const listening = (events: readonly EventTrigger[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'condition'
      ? [`condition that listens to ${event.listensToOwn ? 'its own' : 'every'} variable`]
      : [],
  );

function blocksWithEnds(part: Part): EndTrigger[] {
  const branches =
    part.kind === 'edge' ? part.edges.map(({ branch }) => branch) : 'branches' in part ? part.branches : [];
  const closings = branches.map(({ closing }) => closing);
  return [...closings, 'closing' in part ? part.closing : undefined].flatMap((closing) => closing ?? []);
}

/** Rules are counted together: there are few processes for each. */
function multiNames(loop: Signing): string[] {
  const names = signingNames('multi', loop);
  const isRule = loop.completion?.kind === 'rule';
  return names.flatMap((name) =>
    /same person/.test(name) ? [] : isRule && / until /.test(name) ? ['multi until rule'] : [name],
  );
}

function branchNames(kind: string, branches: readonly Branch[]): string[] {
  return [
    ...(branches.some(({ ends }) => ends) ? [`end inside ${kind}`] : []),
    ...(kind !== 'vote' && branches.some(({ ends, block }) => !ends && block.length === 0)
      ? [`empty branch of ${kind}`]
      : []),
  ];
}

function signingNames(
  use: 'sign' | 'vote' | 'services' | 'multi',
  { sequential, over, people, shared, completion, reads }: Signing,
): string[] {
  const rule = completion?.kind === 'rule' ? completion.rule.kind : (completion?.kind ?? 'nothing');
  if (reads !== undefined) {
    const over = [use, ...(shared ? ['shared'] : [])].map((each) => `${each} over changing data`);
    return [...over, `${shared ? 'shared' : use} until ${rule}`];
  }
  const twice = use !== 'services' && over === 'list' && new Set(people).size < people.length;
  const name = shared ? 'shared' : use;
  return [
    ...(shared
      ? [`shared ${use}`]
      : [`${use} ${sequential ? 'one after the other' : 'side by side'}`, `${use} over ${over}`]),
    `${name} until ${rule}`,
    ...(people.length > 50 ? ['more than 50 signers'] : []),
    ...(people.length === 0 ? [`${name} of nobody`] : people.length === 1 ? [`${name} of one`] : []),
    ...(twice ? [`${name} with the same person twice`] : []),
  ];
}
