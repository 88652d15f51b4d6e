import { makeLeaf } from './make-leaf.ts';
import { makeUndecided } from './make-signing.ts';
import type { Maker } from './maker.ts';
import { topPlace } from './place.ts';
import type { Branch, Part, Signing } from './shape.ts';

const TASK: Part = { kind: 'task' };

/** A shared task that somebody signs, and then an event ends it or leads on beside it, or a service does. */
export function makeHalfSigned(maker: Maker): Part {
  const random = maker.sharing;
  const completion = makeUndecided(maker);
  const people = ['amy', 'bob', 'cid'];
  const loop: Signing = { sequential: false, over: 'list', people, shared: true, ...(completion && { completion }) };
  const interrupting = random.chance(0.7);
  const block = random.chance(0.5) ? [TASK] : [];
  const edge = interrupting
    ? { event: maker.events.makeAwaited(), interrupting, branch: { ends: false, block } }
    : { event: maker.events.makeBeside(), interrupting, branch: { ends: true, block: [TASK] } };
  const signed: Branch = {
    ends: false,
    block: [{ kind: 'edge', host: { kind: 'sign', loop }, edges: [edge], merge: false }],
  };
  const ends = random.chance(0.25);
  const served: Branch = {
    ...(ends ? { ends, closing: { kind: 'terminate' } } : { ends }),
    block: [{ kind: 'service', element: 'serviceTask' }, TASK],
  };
  return { kind: 'parallel', branches: random.chance(0.5) || ends ? [signed, served] : [served, signed] };
}

/** Services before anybody has handled a task: what follows them hangs on the start. */
export function makeOpening(maker: Maker): Part {
  const branch = (): Branch => ({ ends: false, block: [makeLeaf(maker, 'service', topPlace()), TASK] });
  return { kind: 'parallel', branches: [branch(), branch()] };
}

/** An inclusive join that a gateway reaches by several flows or by none: another branch's token waits for it there. */
export function makeTornJoin(maker: Maker): Part {
  const random = maker.random;
  const ways = Array.from({ length: 3 }, (_, index): Branch => ({ ends: index > 0 && random.chance(0.7), block: [] }));
  const routing = { by: 'button', fallback: false, language: 'juel', lead: true, merge: false } as const;
  const choice: Part = { kind: 'choice', ...routing, branches: ways };
  const branches = [[choice], [TASK]].map((block): Branch => ({ ends: false, block }));
  const by = random.pick(['flags', 'conditions'] as const);
  const fallback = random.chance(0.5);
  return { kind: 'inclusive', branches, by, fallback, language: 'juel', mixed: false, direct: true };
}
