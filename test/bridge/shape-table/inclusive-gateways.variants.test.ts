import { draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const CHECKS = draw({
  people: { ask: 'anna', legal: 'bo', finance: 'chen', sign: 'dara' },
  inclusive: 'fork join',
  paths: `start > ask > fork
          fork >[\${law}] legal > join
          fork >[\${money}] finance > join
          fork >* join > sign > end`,
});

story('No check is needed: the default way is taken alone', {
  diagram: CHECKS,
  variables: { law: false, money: false },
  tells: `
    anna starts             | start next → ask     | anna: ask
    anna handles ask        | ask next → sign      | dara: sign
    dara handles sign       | sign end             |
  `,
});

story('One check is needed: the join waits for nobody else', {
  diagram: CHECKS,
  variables: { law: true, money: false },
  tells: `
    anna starts             | start next → ask     | anna: ask
    anna handles ask        | ask next → legal     | bo: legal
    bo handles legal        | legal next → sign    | dara: sign
    dara handles sign       | sign end             |
  `,
});

story('All checks are needed: the join waits for both', {
  diagram: CHECKS,
  variables: { law: true, money: true },
  tells: `
    anna starts             | start next → ask            | anna: ask
    anna handles ask        | ask next → legal, finance   | bo: legal; chen: finance
    chen handles finance    | finance none                | bo: legal; (chen: finance)
    bo handles legal        | legal next → sign           | dara: sign; (chen: finance)
    dara handles sign       | sign end                    | (chen: finance)
  `,
});

story('No check is needed and there is no default way: the press is refused, and the task stays', {
  diagram: draw({
    people: { ask: 'anna', legal: 'bo', finance: 'chen' },
    inclusive: 'fork join',
    paths: `start > ask > fork
            fork >[\${law}] legal > join
            fork >[\${money}] finance > join > end`,
  }),
  variables: { law: false, money: false },
  staysOpen: true,
  tells: `
    anna starts             | start next → ask                       | anna: ask
    anna handles ask        | refused 500; incident ERR_STEP_FAILED  | anna: ask
  `,
});

story('An inclusive fork in a branch of a parallel one', {
  diagram: draw({
    people: { budget: 'anna', legal: 'bo', finance: 'chen', tax: 'emil', sign: 'dara' },
    parallel: 'fork join',
    inclusive: 'checks checked',
    paths: `start > fork
            fork > budget > join
            fork > checks
            checks >[\${law}] legal > checked
            checks >[\${money}] finance > checked
            checks >[\${state}] tax > checked
            checked > join > sign > end`,
  }),
  variables: { law: true, money: true, state: false },
  tells: `
    anna starts             | start next → budget, legal, finance | anna: budget; bo: legal; chen: finance
    bo handles legal        | legal none                          | anna: budget; (bo: legal); chen: finance
    anna handles budget     | budget none                         | (anna: budget); (bo: legal); chen: finance
    chen handles finance    | finance next → sign                 | (anna: budget); (bo: legal); dara: sign
    dara handles sign       | sign end                            | (anna: budget); (bo: legal)
  `,
});

story('A parallel fork in a branch of an inclusive one', {
  diagram: draw({
    people: { budget: 'anna', legal: 'bo', finance: 'chen', tax: 'emil', sign: 'dara' },
    parallel: 'fork join',
    inclusive: 'checks checked',
    paths: `start > checks
            checks >[\${large}] fork
            fork > legal > join
            fork > finance > join > checked
            checks >[\${foreign}] tax > checked
            checks >* budget > checked > sign > end`,
  }),
  variables: { large: true, foreign: true },
  tells: `
    anna starts             | start next → legal, finance, tax | bo: legal; chen: finance; emil: tax
    emil handles tax        | tax none                         | bo: legal; chen: finance; (emil: tax)
    bo handles legal        | legal none                       | (bo: legal); chen: finance; (emil: tax)
    chen handles finance    | finance next → sign              | (bo: legal); dara: sign; (emil: tax)
    dara handles sign       | sign end                         | (bo: legal); (emil: tax)
  `,
});

story('A rework loop in a branch: the join waits for every round of it', {
  diagram: draw({
    people: { write: 'anna', review: 'bo', budget: 'chen', sign: 'dara' },
    inclusive: 'fork join',
    exclusive: 'good',
    paths: `start > fork
            fork >[\${text}] write > review > good
            good >"Approve" join
            good >"Reject" write
            fork >[\${money}] budget > join > sign > end`,
  }),
  variables: { text: true, money: true },
  tells: `
    anna starts                   | start next → write, budget | anna: write; chen: budget
    chen handles budget           | budget none                | anna: write; (chen: budget)
    anna handles write            | write next → review        | bo: review; (chen: budget)
    bo presses Reject on review   | review next → write        | anna: write; (chen: budget)
    anna handles write            | write next → review        | bo: review; (chen: budget)
    bo presses Approve on review  | review next → sign         | dara: sign; (chen: budget)
    dara handles sign             | sign end                   | (chen: budget)
  `,
});

story('A branch that leaves lets the waiting one through, which is a late word on the task that waited', {
  diagram: draw({
    people: { legal: 'anna', budget: 'bo', archive: 'chen', sign: 'dara' },
    inclusive: 'fork join',
    exclusive: 'still',
    paths: `start > fork
            fork >[\${law}] legal > still
            still >"Join" join
            still >"Leave" archive > end-archived
            fork >[\${money}] budget > join > sign > end`,
  }),
  variables: { law: true, money: true },
  tells: `
    anna starts                   | start next → legal, budget                  | anna: legal; bo: budget
    bo handles budget             | budget none                                 | anna: legal; (bo: budget)
    anna presses Leave on legal   | legal next → archive; budget next → sign    | chen: archive; dara: sign
    dara handles sign             | sign none                                   | chen: archive; (dara: sign)
    chen handles archive          | archive end                                 | (dara: sign)
  `,
});

story('A task that can still reach the join holds it, however long the way', {
  diagram: draw({
    people: { a: 'anna', b1: 'bo', b2: 'chen', b3: 'dara', z: 'emil' },
    inclusive: 'fork join',
    exclusive: 'maybe merged',
    paths: `start > fork
            fork >[\${first}] a > join
            fork >[\${second}] b1 > maybe
            maybe >"Short" merged
            maybe >"Long" b2 > b3 > merged > join > z > end`,
  }),
  variables: { first: true, second: true },
  tells: `
    anna starts               | start next → a, b1   | anna: a; bo: b1
    anna handles a            | a none               | (anna: a); bo: b1
    bo presses Long on b1     | b1 next → b2         | (anna: a); chen: b2
    chen handles b2           | b2 next → b3         | (anna: a); dara: b3
    dara handles b3           | b3 next → z          | (anna: a); emil: z
    emil handles z            | z end                | (anna: a)
  `,
});

story('An inclusive fork in a branch of an inclusive one', {
  diagram: draw({
    people: { a: 'anna', b: 'bo', c: 'chen', d: 'dara', z: 'emil' },
    inclusive: 'outer inner inner-join outer-join',
    paths: `start > outer
            outer >[\${w}] a > outer-join
            outer >[\${x}] b > inner
            inner >[\${y}] c > inner-join
            inner >[\${z}] d > inner-join > outer-join > z > end`,
  }),
  variables: { w: true, x: true, y: true, z: true },
  tells: `
    anna starts       | start next → a, b  | anna: a; bo: b
    anna handles a    | a none             | (anna: a); bo: b
    bo handles b      | b next → c, d      | (anna: a); chen: c; dara: d
    dara handles d    | d none             | (anna: a); chen: c; (dara: d)
    chen handles c    | c next → z         | (anna: a); (dara: d); emil: z
    emil handles z    | z end              | (anna: a); (dara: d)
  `,
});
