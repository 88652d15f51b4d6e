import { describe, test } from 'vitest';
import {
  type BpmnNode,
  end,
  exclusive,
  inclusive,
  parallel,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram } from '../../support/named-events.ts';
import { deployRefused } from './deploy-shape.ts';
import { multiSubProcess, tasks } from './palette.ts';
import { play } from './shape-driver.ts';

interface Part {
  readonly nodes: readonly BpmnNode[];
  readonly paths: string;
}

/** Fork to A and C, join, V; all ids begin with the prefix. */
function forkAndJoin(p: string, join: (id: string) => BpmnNode): Part {
  return {
    nodes: [start(`${p}s`), parallel(`${p}f`), ...tasks(`${p}A`, `${p}C`, `${p}V`), join(`${p}j`), end(`${p}e`)],
    paths: `${p}s > ${p}f > ${p}A > ${p}j > ${p}V > ${p}e; ${p}f > ${p}C > ${p}j`,
  };
}

/** Inclusive fork to A and C by conditions, else D; inclusive join, V. */
function inclusiveBlock(p: string, forA = 'a', forC = 'c'): Part {
  return {
    nodes: [
      ...[start(`${p}s`), inclusive(`${p}f`), ...tasks(`${p}A`, `${p}C`, `${p}D`, `${p}V`), inclusive(`${p}j`)],
      end(`${p}e`),
    ],
    paths: `${p}s > ${p}f >[\${${forA}}] ${p}A > ${p}j > ${p}V > ${p}e
            ${p}f >[\${${forC}}] ${p}C > ${p}j
            ${p}f >* ${p}D > ${p}j`,
  };
}

const BOTH = { a: true, c: true };
const PEOPLE = { people: ['x', 'y'] };

/** `Q`, then V. */
const followed = (part: BpmnNode): string =>
  diagram([start(), part, userTask('V'), end()], `start > ${part.id} > V > end`);
const sub = (id: string, { nodes, paths }: Part): BpmnNode => subProcess(id, nodes, paths);
const multi = (id: string, { nodes, paths }: Part, sequential: boolean): BpmnNode =>
  multiSubProcess(id, nodes, paths, { collection: '${people}', elementVariable: 'who', sequential });

describe('a sub-process', () => {
  test('c2 with an inclusive fork and join inside, two of three branches', () =>
    play(
      followed(sub('Q', inclusiveBlock('q'))),
      `start -> qA, qC
       press qC -> qA
       press qA -> qV
       press qV -> V
       press V -> END`,
      BOTH,
    ));

  test('c3 nested twice: an inclusive join in the inner one, a parallel join in the outer', () =>
    play(
      followed(
        subProcess(
          'Q',
          [
            ...[start('ys'), parallel('yf'), ...tasks('yA', 'yV'), sub('R', inclusiveBlock('r')), parallel('yj')],
            end('ye'),
          ],
          'ys > yf > yA > yj > yV > ye; yf > R > yj',
        ),
      ),
      `start -> rA, rC, yA
       press rC -> rA, yA
       press yA -> rA
       press rA -> rV
       press rV -> yV
       press yV -> V
       press V -> END`,
      BOTH,
    ));

  test('c4 an inclusive join outside waits for a sub-process with another in it', () =>
    play(
      diagram(
        [
          ...[start(), inclusive('f'), ...tasks('B', 'Z', 'V'), inclusive('j'), end()],
          subProcess('Q', [start('ys'), sub('R', inclusiveBlock('r')), end('ye')], 'ys > R > ye'),
        ],
        'start > f >[${x}] Q > j > V > end; f >[${y}] B > j; f >* Z > j',
      ),
      `start -> B, rA, rC
       press B -> rA, rC
       press rC -> rA
       press rA -> rV
       press rV -> V
       press V -> END`,
      { ...BOTH, x: true, y: true },
    ));

  test('c10 with an inclusive join, entered again by a loop', () =>
    play(
      diagram(
        [start(), exclusive('m'), sub('Q', inclusiveBlock('q')), exclusive('x'), userTask('V'), end()],
        'start > m > Q > x >[${again}] m; x >* V > end',
      ),
      `start -> qA, qC
       press qA -> qC
       press qC -> qV
       press qV -> qA, qC
       press qA -> qC
       press qC -> qV
       press qV {"again": false} -> V
       press V -> END`,
      { ...BOTH, again: true },
    ));
});

describe('a sequential multi-instance sub-process', () => {
  const inTurn = (part: Part) => followed(multi('Q', part, true));

  test.each([
    ['a parallel fork and an inclusive join', forkAndJoin('q', inclusive)],
    ['an inclusive fork and join, two of three branches', inclusiveBlock('q')],
  ])('c6 %s inside', (_what, part) =>
    play(
      inTurn(part),
      `start -> Q0.qA, Q0.qC
       press Q0.qA -> Q0.qC
       press Q0.qC -> Q0.qV
       press Q0.qV -> Q1.qA, Q1.qC
       press Q1.qC -> Q1.qA
       press Q1.qA -> Q1.qV
       press Q1.qV -> V
       press V -> END`,
      { ...PEOPLE, ...BOTH },
    ),
  );

  test("c7 the iteration's element decides the branches", () =>
    play(
      inTurn(inclusiveBlock('q', 'who.a', 'who.c')),
      `start -> Q0.qA, Q0.qC
       press Q0.qA -> Q0.qC
       press Q0.qC -> Q0.qV
       press Q0.qV -> Q1.qC
       press Q1.qC -> Q1.qV
       press Q1.qV -> V
       press V -> END`,
      { people: [BOTH, { a: false, c: true }] },
    ));

  test('c8 holding a countersign', () =>
    play(
      inTurn({
        nodes: [start('qs'), userTask('A', { multiInstance: { cardinality: 2 } }), end('qe')],
        paths: 'qs > A > qe',
      }),
      `start -> Q0.A#0, Q0.A#1
       press Q0.A#1 -> Q0.A#0
       press Q0.A#0 -> Q1.A#0, Q1.A#1
       press Q1.A#0 -> Q1.A#1
       press Q1.A#1 -> V
       press V -> END`,
      PEOPLE,
    ));

  test('c9 in a parallel one, with an inclusive join inside', () =>
    play(
      followed(
        multiSubProcess('Q', [start('qs'), multi('R', inclusiveBlock('r'), true), end('qe')], 'qs > R > qe', {
          cardinality: 2,
        }),
      ),
      `start -> Q0.R0.rA, Q0.R0.rC, Q1.R0.rA, Q1.R0.rC
       press Q1.R0.rA -> Q0.R0.rA, Q0.R0.rC, Q1.R0.rC
       press Q1.R0.rC -> Q0.R0.rA, Q0.R0.rC, Q1.R0.rV
       press Q1.R0.rV -> Q0.R0.rA, Q0.R0.rC, Q1.R1.rA, Q1.R1.rC`,
      { ...PEOPLE, ...BOTH },
    ));
});

describe('a parallel multi-instance sub-process', () => {
  const atOnce = (part: Part) => followed(multi('Q', part, false));

  test.each([
    ['a parallel fork and an inclusive join', forkAndJoin('q', inclusive)],
    ['an inclusive fork and join, two of three branches', inclusiveBlock('q')],
  ])('c6 %s inside', (_what, part) =>
    play(
      atOnce(part),
      `start -> Q0.qA, Q0.qC, Q1.qA, Q1.qC
       press Q0.qA -> Q0.qC, Q1.qA, Q1.qC
       press Q1.qC -> Q0.qC, Q1.qA
       press Q1.qA -> Q0.qC, Q1.qV
       press Q1.qV -> Q0.qC
       press Q0.qC -> Q0.qV
       press Q0.qV -> V
       press V -> END`,
      { ...PEOPLE, ...BOTH },
    ),
  );

  test("c7 the iteration's element decides the branches", () =>
    play(
      atOnce(inclusiveBlock('q', 'who.a', 'who.c')),
      `start -> Q0.qA, Q0.qC, Q1.qC
       press Q1.qC -> Q0.qA, Q0.qC, Q1.qV
       press Q0.qA -> Q0.qC, Q1.qV
       press Q0.qC -> Q0.qV, Q1.qV
       press Q1.qV -> Q0.qV
       press Q0.qV -> V
       press V -> END`,
      { people: [BOTH, { a: false, c: true }] },
    ));

  test('c8 holding a countersign', () =>
    play(
      atOnce({
        nodes: [start('qs'), userTask('A', { multiInstance: { cardinality: 2 } }), end('qe')],
        paths: 'qs > A > qe',
      }),
      `start -> Q0.A#0, Q0.A#1, Q1.A#0, Q1.A#1
       press Q1.A#1 -> Q0.A#0, Q0.A#1, Q1.A#0
       press Q0.A#0 -> Q0.A#1, Q1.A#0
       press Q0.A#1 -> Q1.A#0
       press Q1.A#0 -> V
       press V -> END`,
      PEOPLE,
    ));

  test('c9 in another one, with an inclusive join inside', () =>
    play(
      followed(
        multiSubProcess('Q', [start('qs'), multi('R', inclusiveBlock('r'), false), end('qe')], 'qs > R > qe', {
          cardinality: 2,
        }),
      ),
      `start -> Q0.R0.rA, Q0.R0.rC, Q0.R1.rA, Q0.R1.rC, Q1.R0.rA, Q1.R0.rC, Q1.R1.rA, Q1.R1.rC
       press Q1.R0.rA -> Q0.R0.rA, Q0.R0.rC, Q0.R1.rA, Q0.R1.rC, Q1.R0.rC, Q1.R1.rA, Q1.R1.rC
       press Q1.R0.rC -> Q0.R0.rA, Q0.R0.rC, Q0.R1.rA, Q0.R1.rC, Q1.R0.rV, Q1.R1.rA, Q1.R1.rC`,
      { ...PEOPLE, ...BOTH },
    ));
});

describe('joins that are not drawn as blocks', () => {
  test('c11 an inclusive block in a rework loop, three rounds: a round never sees tokens of the one before', () =>
    play(
      diagram(
        [
          ...[start(), exclusive('m'), inclusive('f'), ...tasks('A', 'C', 'D', 'R'), inclusive('j'), exclusive('x')],
          end(),
        ],
        `start > m > f >[\${a}] A > j > R > x >"once more" m
         f >[\${c}] C > j
         f >* D > j
         x >"enough" end`,
      ),
      `start -> A, C
       press A -> C
       press C -> R
       press R "once more" -> A, C
       press C -> A
       press A -> R
       press R "once more" -> A, C
       press A -> C
       press C -> R
       press R "enough" -> END`,
      BOTH,
    ));

  test('c14 two flows from one gateway into one inclusive join count as two', () =>
    play(
      diagram(
        [start(), inclusive('f'), ...tasks('Z', 'V'), inclusive('j'), end()],
        'start > f >[${a}] j > V > end; f >[${c}] j; f >* Z > j',
      ),
      `start -> V
       press V -> END`,
      BOTH,
    ));

  test('c15 two flows from one task into a parallel join count as two', () =>
    play(
      diagram([start(), ...tasks('A', 'V'), parallel('j'), end()], 'start > A > j > V > end; A > j'),
      `start -> A
       press A -> V
       press V -> END`,
    ));
});

describe('a parallel join that one branch never reaches', () => {
  const nodes = [parallel('f'), ...tasks('A', 'C', 'V'), parallel('j'), exclusive('x'), end('e2')];
  const paths = 'f > A > j > V; f > C > x >"along" j; x >"elsewhere" e2';

  test('c18b the same in a sub-process', async () =>
    play(
      await deployRefused(
        diagram(
          [start(), subProcess('Q', [start('qs'), ...nodes, end('qe')], `qs > ${paths}; V > qe`), end()],
          'start > Q > end',
        ),
      ),
      `start -> A, C
       press A -> C
       press C "elsewhere" -> stuck`,
    ));

  // BPMN would keep the second token, and the instance would never end.
  test('c19 a second token on one flow is kept by the join, and waits for a partner that never comes', async () =>
    play(
      await deployRefused(
        diagram(
          [start(), parallel('f'), exclusive('m'), ...tasks('A', 'Y', 'C', 'V'), parallel('j'), end()],
          'start > f > m > A > j > V > end; f > Y > m; f > C > j',
        ),
      ),
      `start -> A, C, Y
       press A -> C, Y
       press Y -> A, C
       press A -> C
       press C -> V
       press V -> stuck`,
    ));
});
