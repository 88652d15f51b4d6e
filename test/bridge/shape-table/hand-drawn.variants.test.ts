/**
 * Diagrams that no block structure fits: jumps out of sub-processes, crossing loops, joins fed from the edge of a task.
 * What each line expects was worked out from the rules of BPMN 2.0; they stand beside it.
 */
import { boundary, terminate, timer } from '../../support/bpmn-xml.ts';
import { countersign, draw, part } from '../../support/draw.ts';
import { endWith, error, message, signal } from '../../support/named-events.ts';
import { story } from './story/story.ts';

// The sub-process is one source of the join, its boundary event the other way to the same flow. Whichever way the token
// takes, the join needs it and that of the budget.
story('A jump out of a sub-process goes on to the join that its plain way leads to', {
  diagram: draw({
    people: { budget: 'anna', note: 'emil', sign: 'dara' },
    parallel: 'fork join',
    exclusive: 'merged',
    others: [
      part('checks', {
        people: { legal: 'bo', finance: 'chen' },
        parallel: 'both all',
        paths: 'start-in-checks > both > legal > all > end-checks; both > finance > all',
      }),
      boundary('stop', 'checks', message('cancelled')),
    ],
    paths: `start > fork
            fork > checks > merged > join
            stop > note > merged
            fork > budget > join > sign > end`,
  }),
  tells: `
    anna starts              | start next → legal, finance, budget | anna: budget; bo: legal; chen: finance
    bo handles legal         | legal none                    | anna: budget; (bo: legal); chen: finance
    message cancelled comes  | finance next (system) → note  | anna: budget; (bo: legal); emil: note
    emil handles note        | note none                     | anna: budget; (bo: legal); (emil: note)
    anna handles budget      | budget next → sign            | (bo: legal); (emil: note); dara: sign
    dara handles sign        | sign end                      | (bo: legal); (emil: note)
  `,
});

/** The join has two ways in: from the task, and from the reminder beside it. */
const REMINDED = draw({
  people: { work: 'anna', remind: 'bo', sign: 'chen' },
  inclusive: 'join',
  others: [boundary('late', 'work', timer('P1D'), { interrupting: false })],
  paths: 'start > work > join; late > remind > join > sign > end',
});

// Nobody is or can come to the reminder once the task is done, so the join does not wait for it.
story('An inclusive join fed from a task and from its edge: nobody was reminded', {
  diagram: REMINDED,
  tells: `
    gu starts            | start next → work    | anna: work
    anna handles work    | work next → sign     | chen: sign
    5 days pass          |                      | chen: sign
    chen handles sign    | sign end             |
  `,
});

// The reminder can come to the empty flow.
story('An inclusive join fed from a task and from its edge: the task is done first', {
  diagram: REMINDED,
  tells: `
    gu starts            | start next → work    | anna: work
    1 day passes         | start next → remind  | anna: work; bo: remind
    anna handles work    | work none            | (anna: work); bo: remind
    bo handles remind    | remind next → sign   | (anna: work); chen: sign
    chen handles sign    | sign end             | (anna: work)
  `,
});

// The open task can come to the empty flow; that it once led to the filled one, over its edge, does not release it.
story('An inclusive join fed from a task and from its edge: the reminder is done first', {
  diagram: REMINDED,
  tells: `
    gu starts            | start next → work    | anna: work
    1 day passes         | start next → remind  | anna: work; bo: remind
    bo handles remind    | remind none          | anna: work; (bo: remind)
    anna handles work    | work next → sign     | (bo: remind); chen: sign
    chen handles sign    | sign end             | (bo: remind)
  `,
});

// One loop leads from the signers to the draft, the other from the check behind them to the signers. Each round is a
// countersign of its own: no vote of an earlier round counts.
story('Two loops cross in a countersign with votes', {
  diagram: draw({
    people: { draft: 'anna', check: 'dara' },
    exclusive: 'vote good',
    others: [countersign('sign')],
    paths: `start > draft > sign > vote
            vote >"Agree"{ttc:vote=approve} check > good
            vote >"Object"{ttc:vote=reject} draft
            good >"Sign again" sign
            good >"Done" end`,
  }),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    gu starts                          | start next → draft       | anna: draft
    anna handles draft                 | draft next → sign, sign  | bo: sign; chen: sign
    bo presses Agree on sign           | sign none                | (bo: sign); chen: sign
    chen presses Object on sign        | sign next → draft        | (bo: sign); anna: draft
    anna handles draft                 | draft next → sign, sign  | (bo: sign); bo: sign; chen: sign
    bo presses Object on sign          | sign next → draft; sign none (system) | (bo: sign); [chen: sign]; anna: draft
    anna handles draft                 | draft next → sign, sign  | (bo: sign); [chen: sign]; bo: sign; chen: sign
    bo presses Agree on sign           | sign none                | (bo: sign); (bo: sign); [chen: sign]; chen: sign
    chen presses Agree on sign         | sign next → check        | (bo: sign); (bo: sign); [chen: sign]; dara: check
    dara presses Sign again on check   | check next → sign, sign  | (bo: sign); (bo: sign); [chen: sign]; bo: sign; chen: sign
    chen presses Agree on sign         | sign none                | (bo: sign); (bo: sign); [chen: sign]; bo: sign; (chen: sign)
    bo presses Agree on sign           | sign next → check        | (bo: sign); (bo: sign); [chen: sign]; (chen: sign); dara: check
    dara presses Done on check         | check end                | (bo: sign); (bo: sign); [chen: sign]; (chen: sign)
  `,
});

// The edge of one branch leads into the middle of the other. The token that jumped fills the lower flow of the join; the
// budget can come only to that one too, so it does not hold the join; later it passes the join alone.
story('The edge of a task leads into the other branch', {
  diagram: draw({
    people: { write: 'anna', budget: 'bo', check: 'chen', sign: 'dara' },
    parallel: 'fork',
    inclusive: 'join',
    exclusive: 'merged',
    others: [boundary('stop', 'write', message('cancelled'))],
    paths: `start > fork
            fork > write > join
            fork > budget > merged > check > join > sign > end
            stop > merged`,
  }),
  tells: `
    gu starts                | start next → write, budget    | anna: write; bo: budget
    message cancelled comes  | write next (system) → check   | bo: budget; chen: check
    chen handles check       | check next → sign             | bo: budget; dara: sign
    bo handles budget        | budget next → check           | chen: check; dara: sign
    dara handles sign        | sign none                     | chen: check; (dara: sign)
    chen handles check       | check next → sign             | (dara: sign); dara: sign
    dara handles sign        | sign end                      | (dara: sign)
  `,
});

const TWO_PARTS = draw({
  people: { sign: 'dara', calm: 'emil', help: 'fatima', file: 'gu' },
  parallel: 'fork join',
  inclusive: 'after',
  others: [
    part('one', { people: { legal: 'bo' }, paths: 'start-in-one > legal > end-one' }),
    part('two', { people: { finance: 'chen' }, paths: 'start-in-two > finance > end-two' }),
    boundary('alarm-one', 'one', signal('alarm')),
    boundary('alarm-two', 'two', signal('alarm')),
    endWith('end-alarm', terminate()),
  ],
  paths: `start > fork
          fork > one > join
          fork > two > join > sign > end
          alarm-one > calm > after
          alarm-two > help > after > file > end-alarm`,
});

// One signal jumps out of both; who is at the second task holds the join behind the jumps.
story('One signal jumps out of two sub-processes, and the jumps meet in a join of their own', {
  diagram: TWO_PARTS,
  tells: `
    anna starts           | start next → legal, finance                               | bo: legal; chen: finance
    signal alarm comes    | finance next (system) → help; legal next (system) → calm  | emil: calm; fatima: help
    emil handles calm     | calm none             | (emil: calm); fatima: help
    fatima handles help   | help next → file      | (emil: calm); gu: file
    gu handles file       | file end              | (emil: calm)
  `,
});

// The first part is done: its token waits in the parallel join and cannot come to the join behind the jumps. The
// terminate end takes it along.
story('The same when one of the two is done already: the other jump goes on alone', {
  diagram: TWO_PARTS,
  tells: `
    anna starts           | start next → legal, finance     | bo: legal; chen: finance
    bo handles legal      | legal none                      | (bo: legal); chen: finance
    signal alarm comes    | finance next (system) → help    | (bo: legal); fatima: help
    fatima handles help   | help next → file                | (bo: legal); gu: file
    gu handles file       | file end                        | (bo: legal)
  `,
});

// Each token that comes to the merge makes a task: one over the edge, one when both have signed.
story('The edge of a countersign leads to the task behind it, which is then done twice', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil' },
    exclusive: 'merged',
    others: [countersign('sign'), boundary('early', 'sign', timer('P1D'), { interrupting: false })],
    paths: 'start > ask > sign > merged > pay > end; early > merged',
  }),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    anna starts           | start next → ask        | anna: ask
    anna handles ask      | ask next → sign, sign   | bo, chen: sign
    1 day passes          | ask next → pay          | bo, chen: sign; emil: pay
    emil handles pay      | pay none                | bo, chen: sign; (emil: pay)
    bo handles sign       | sign none               | (bo: sign); chen: sign; (emil: pay)
    chen handles sign     | sign next → pay         | (bo: sign); (emil: pay); emil: pay
    emil handles pay      | pay end                 | (bo: sign); (emil: pay)
  `,
});

// The error ends both sub-processes at once; its way leads back before them, and everything in them begins anew.
story('A rejected countersign throws an error out of two sub-processes, and the way back leads into them again', {
  diagram: draw({
    people: { mend: 'emil', sign: 'dara' },
    exclusive: 'begin',
    others: [
      part('outer', {
        people: { write: 'anna' },
        parallel: 'both',
        others: [
          part('inner', {
            exclusive: 'vote',
            others: [countersign('judge'), endWith('end-broken', error('BROKEN'))],
            paths: `start-in-inner > judge > vote
                    vote >"Agree"{ttc:vote=approve} end-inner
                    vote >"Object"{ttc:vote=reject} end-broken`,
          }),
        ],
        paths: 'start-in-outer > both > write > end-write; both > inner > end-outer',
      }),
      boundary('broke', 'outer', error('BROKEN')),
    ],
    paths: 'start > begin > outer > sign > end; broke > mend > begin',
  }),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    gu starts                     | start next → write, judge, judge | anna: write; bo, chen: judge
    bo presses Agree on judge     | judge none                       | anna: write; (bo: judge); chen: judge
    chen presses Object on judge  | judge next → mend; write none (system) | (bo: judge); [anna: write]; emil: mend
    emil handles mend             | mend next → write, judge, judge  | (bo: judge); [anna: write]; anna: write; bo, chen: judge
    anna handles write            | write none                       | (bo: judge); [anna: write]; (anna: write); bo, chen: judge
    chen presses Agree on judge   | judge none                       | (bo: judge); [anna: write]; (anna: write); (chen: judge); bo: judge
    bo presses Agree on judge     | judge next → sign                | (bo: judge); [anna: write]; (anna: write); (chen: judge); dara: sign
    dara handles sign             | sign end                         | (bo: judge); [anna: write]; (anna: write); (chen: judge)
  `,
});

// The last token into the join is the one from the edge; what caused that task is the start, so the report goes on from
// the task handled last.
story('A parallel join fed from a task and from the edge of another one', {
  diagram: draw({
    people: { a: 'anna', b: 'bo', z: 'chen' },
    parallel: 'fork join',
    others: [boundary('late', 'b', timer('P1D'), { interrupting: false })],
    paths: 'start > fork > a > join > z > end; fork > b > end-b; late > join',
  }),
  tells: `
    gu starts           | start next → a, b   | anna: a; bo: b
    anna handles a      | a none              | (anna: a); bo: b
    1 day passes        | a next → z          | bo: b; chen: z
    chen handles z      | z none              | bo: b; (chen: z)
    bo handles b        | b end               | (chen: z)
  `,
});
