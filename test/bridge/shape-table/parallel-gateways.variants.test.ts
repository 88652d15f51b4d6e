import { draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const FORK_AND_JOIN = draw({
  people: { ask: 'anna', legal: 'bo', finance: 'chen', sign: 'dara' },
  parallel: 'fork join',
  paths: `start > ask > fork
          fork > legal > join
          fork > finance > join > sign > end`,
});

story('Two at once, then one: who is first is told none, who is last goes on', {
  diagram: FORK_AND_JOIN,
  tells: `
    anna starts             | start next → ask           | anna: ask
    anna handles ask        | ask next → legal, finance  | bo: legal; chen: finance
    chen handles finance    | finance none               | bo: legal; (chen: finance)
    bo handles legal        | legal next → sign          | dara: sign; (chen: finance)
    dara handles sign       | sign end                   | (chen: finance)
  `,
});

story('The same the other way round', {
  diagram: FORK_AND_JOIN,
  tells: `
    anna starts             | start next → ask           | anna: ask
    anna handles ask        | ask next → legal, finance  | bo: legal; chen: finance
    bo handles legal        | legal none                 | (bo: legal); chen: finance
    chen handles finance    | finance next → sign        | (bo: legal); dara: sign
    dara handles sign       | sign end                   | (bo: legal)
  `,
});

story('A fork in a branch of a fork', {
  diagram: draw({
    people: { a: 'anna', b: 'bo', c: 'chen', d: 'dara', z: 'emil' },
    parallel: 'outer inner inner-join outer-join',
    paths: `start > outer
            outer > a > outer-join
            outer > b > inner
            inner > c > inner-join
            inner > d > inner-join > outer-join > z > end`,
  }),
  tells: `
    anna starts        | start next → a, b   | anna: a; bo: b
    bo handles b       | b next → c, d       | anna: a; chen: c; dara: d
    dara handles d     | d none              | anna: a; chen: c; (dara: d)
    anna handles a     | a none              | (anna: a); chen: c; (dara: d)
    chen handles c     | c next → z          | (anna: a); (dara: d); emil: z
    emil handles z     | z end               | (anna: a); (dara: d)
  `,
});

story('Branches of one, two and three tasks, and one without any', {
  diagram: draw({
    people: { a: 'anna', b1: 'bo', b2: 'chen', c1: 'dara', c2: 'emil', c3: 'fatima', z: 'gu' },
    parallel: 'fork join',
    paths: `start > fork
            fork > a > join
            fork > b1 > b2 > join
            fork > c1 > c2 > c3 > join
            fork > join > z > end`,
  }),
  tells: `
    anna starts         | start next → a, b1, c1  | anna: a; bo: b1; dara: c1
    dara handles c1     | c1 next → c2            | anna: a; bo: b1; emil: c2
    anna handles a      | a none                  | (anna: a); bo: b1; emil: c2
    emil handles c2     | c2 next → c3            | (anna: a); bo: b1; fatima: c3
    fatima handles c3   | c3 none                 | (anna: a); bo: b1; (fatima: c3)
    bo handles b1       | b1 next → b2            | (anna: a); chen: b2; (fatima: c3)
    chen handles b2     | b2 next → z             | (anna: a); gu: z; (fatima: c3)
    gu handles z        | z end                   | (anna: a); (fatima: c3)
  `,
});

story('A branch that ends on its own is told none, also as the last one', {
  diagram: draw({
    people: { ask: 'anna', file: 'bo', legal: 'chen', finance: 'dara', sign: 'emil' },
    parallel: 'fork join',
    paths: `start > ask > fork
            fork > file > end-filed
            fork > legal > join
            fork > finance > join > sign > end`,
  }),
  tells: `
    anna starts            | start next → ask                 | anna: ask
    anna handles ask       | ask next → file, legal, finance  | bo: file; chen: legal; dara: finance
    bo handles file        | file none                        | (bo: file); chen: legal; dara: finance
    dara handles finance   | finance none                     | (bo: file); chen: legal; (dara: finance)
    chen handles legal     | legal next → sign                | (bo: file); emil: sign; (dara: finance)
    emil handles sign      | sign end                         | (bo: file); (dara: finance)
  `,
});

story('The branch that ends on its own may be the one that ends the matter', {
  diagram: draw({
    people: { file: 'anna', legal: 'bo', finance: 'chen' },
    parallel: 'fork join',
    paths: `start > fork
            fork > file > end-filed
            fork > legal > join
            fork > finance > join > end`,
  }),
  tells: `
    anna starts           | start next → file, legal, finance | anna: file; bo: legal; chen: finance
    bo handles legal      | legal none                        | anna: file; (bo: legal); chen: finance
    chen handles finance  | finance none                      | anna: file; (bo: legal); (chen: finance)
    anna handles file     | file end                          | (bo: legal); (chen: finance)
  `,
});

story('One join behind another: two of three branches meet first', {
  diagram: draw({
    people: { a: 'anna', b: 'bo', c: 'chen', z: 'dara' },
    parallel: 'fork first second third',
    paths: `start > fork
            fork > a > first
            fork > b > first > second
            fork > c > second > third
            fork > third > z > end`,
  }),
  tells: `
    anna starts       | start next → a, b, c | anna: a; bo: b; chen: c
    chen handles c    | c none               | anna: a; bo: b; (chen: c)
    anna handles a    | a none               | (anna: a); bo: b; (chen: c)
    bo handles b      | b next → z           | (anna: a); (chen: c); dara: z
    dara handles z    | z end                | (anna: a); (chen: c)
  `,
});

story('A fork right behind a join, and the last join is the end', {
  diagram: draw({
    people: { a: 'anna', b: 'bo', c: 'chen', d: 'dara' },
    parallel: 'fork middle last',
    paths: `start > fork
            fork > a > middle
            fork > b > middle
            middle > c > last
            middle > d > last > end`,
  }),
  tells: `
    anna starts       | start next → a, b  | anna: a; bo: b
    anna handles a    | a none             | (anna: a); bo: b
    bo handles b      | b next → c, d      | (anna: a); chen: c; dara: d
    dara handles d    | d none             | (anna: a); chen: c; (dara: d)
    chen handles c    | c end              | (anna: a); (dara: d)
  `,
});
