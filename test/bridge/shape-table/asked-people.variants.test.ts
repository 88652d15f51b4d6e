/** A task is delegated, or others are asked before it is handled; the process stays where it is. */
import { boundary, timer, userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const PLAIN = draw({ people: { ask: 'anna', check: 'bo', pay: 'emil' }, paths: 'start > ask > check > pay > end' });

story('A task is delegated, and comes back', {
  diagram: PLAIN,
  tells: `
    anna starts                 | start next → ask     | anna: ask
    anna handles ask            | ask next → check     | bo: check
    bo delegates check to chen  | check next → check   | chen: check
    chen presses Opinion on check | check next → check | bo: check
    bo handles check            | check next → pay     | emil: pay
    emil handles pay            | pay end              |
  `,
});

story('Who was asked asks somebody else: it comes back step by step', {
  diagram: PLAIN,
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → check     | bo: check
    bo delegates check to chen    | check next → check   | chen: check
    chen delegates check to dara  | check next → check   | dara: check
    dara delegates check to bo    | refused forbidden    | dara: check
    dara presses Opinion on check | check next → check   | chen: check
    chen presses Opinion on check | check next → check   | bo: check
    bo handles check              | check next → pay     | emil: pay
    emil handles pay              | pay end              |
  `,
});

story('What was delegated is recalled', {
  diagram: PLAIN,
  tells: `
    anna starts                   | start next → ask     | anna: ask
    anna handles ask              | ask next → check     | bo: check
    bo delegates check to chen    | check next → check   | chen: check
    emil recalls chen from check  | refused forbidden    | chen: check
    bo recalls chen from check    | check next (system) → check   | bo: check
    bo handles check              | check next → pay     | emil: pay
    emil handles pay              | pay end              |
  `,
});

story('All who are asked before give an opinion', {
  diagram: PLAIN,
  tells: `
    anna starts                      | start next → ask          | anna: ask
    anna handles ask                 | ask next → check          | bo: check
    bo asks chen, dara before check  | check next → check, check | chen, dara: check
    chen presses Opinion on check    | check none                | (chen: check); dara: check
    dara presses Opinion on check    | check next → check        | (chen: check); bo: check
    bo handles check                 | check next → pay          | (chen: check); emil: pay
    emil handles pay                 | pay end                   | (chen: check)
  `,
});

story('One of those who are asked before is enough', {
  diagram: PLAIN,
  tells: `
    anna starts                             | start next → ask          | anna: ask
    anna handles ask                        | ask next → check          | bo: check
    bo asks any of chen, dara before check  | check next → check, check | chen, dara: check
    dara presses Opinion on check           | check next → check; check none (system) | [chen: check]; bo: check
    bo handles check                        | check next → pay          | [chen: check]; emil: pay
    emil handles pay                        | pay end                   | [chen: check]
  `,
});

story('They are asked one after the other', {
  diagram: PLAIN,
  tells: `
    anna starts                              | start next → ask     | anna: ask
    anna handles ask                         | ask next → check     | bo: check
    bo asks in turn chen, dara before check  | check next → check   | chen: check
    chen presses Opinion on check            | check next → check   | dara: check
    dara presses Opinion on check            | check next → check   | bo: check
    bo handles check                         | check next → pay     | emil: pay
    emil handles pay                         | pay end              |
  `,
});

story('Of several who are asked, one after the other is recalled', {
  diagram: PLAIN,
  tells: `
    anna starts                      | start next → ask          | anna: ask
    anna handles ask                 | ask next → check          | bo: check
    bo asks chen, dara before check  | check next → check, check | chen, dara: check
    bo recalls chen from check       | check none (system)                | [chen: check]; dara: check
    bo recalls dara from check       | check next (system) → check        | [chen: check]; bo: check
    bo handles check                 | check next → pay          | [chen: check]; emil: pay
    emil handles pay                 | pay end                   | [chen: check]
  `,
});

story('Who was asked asks others first, and recalls them', {
  diagram: PLAIN,
  tells: `
    anna starts                     | start next → ask     | anna: ask
    anna handles ask                | ask next → check     | bo: check
    bo asks chen before check       | check next → check   | chen: check
    chen asks dara before check     | check next → check   | dara: check
    chen recalls dara from check    | check next (system) → check   | chen: check
    chen presses Opinion on check   | check next → check   | bo: check
    bo handles check                | check next → pay     | emil: pay
    emil handles pay                | pay end              |
  `,
});

story('In a branch beside another one', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', look: 'gu', pay: 'emil' },
    parallel: 'fork join',
    paths: 'start > ask > fork > check > join > pay > end; fork > look > join',
  }),
  tells: `
    anna starts                    | start next → ask        | anna: ask
    anna handles ask               | ask next → check, look  | bo: check; gu: look
    bo delegates check to chen     | check next → check      | chen: check; gu: look
    gu handles look                | look none               | chen: check; (gu: look)
    chen presses Opinion on check  | check next → check      | bo: check; (gu: look)
    bo handles check               | check next → pay        | (gu: look); emil: pay
    emil handles pay               | pay end                 | (gu: look)
  `,
});

const signed = (options: Parameters<typeof countersign>[1] = {}) =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [countersign('sign', options)],
    paths: 'start > ask > sign > pay > end',
  });
const THREE = { signers: ['bo', 'chen', 'dara'] };

story('One of several signers delegates', {
  diagram: signed(),
  variables: THREE,
  tells: `
    anna starts                  | start next → ask            | anna: ask
    anna handles ask             | ask next → sign, sign, sign | bo, chen, dara: sign
    bo delegates sign to chen    | refused forbidden           | bo, chen, dara: sign
    bo delegates sign to fatima  | sign next → sign            | fatima, chen, dara: sign
    chen delegates sign to bo    | refused forbidden           | fatima, chen, dara: sign
    chen, dara handle sign       | sign none; sign none        | fatima: sign; (chen, dara: sign)
    fatima presses Opinion on sign | sign next → sign          | bo: sign; (chen, dara: sign)
    bo handles sign              | sign next → pay             | (chen, dara: sign); emil: pay
    emil handles pay             | pay end                     | (chen, dara: sign)
  `,
});

story('Another signer decides while one asks', {
  diagram: signed({ completion: 'any' }),
  variables: THREE,
  tells: `
    anna starts                  | start next → ask            | anna: ask
    anna handles ask             | ask next → sign, sign, sign | bo, chen, dara: sign
    bo delegates sign to fatima  | sign next → sign            | fatima, chen, dara: sign
    chen handles sign            | sign next → pay; sign none (system); sign none (system) | [fatima, dara: sign]; emil: pay
    emil handles pay             | pay end                     | [fatima, dara: sign]
  `,
});

story('One after the other: the one whose turn it is delegates', {
  diagram: signed({ sequential: true }),
  variables: THREE,
  tells: `
    anna starts                  | start next → ask   | anna: ask
    anna handles ask             | ask next → sign    | bo: sign
    bo delegates sign to dara    | refused forbidden  | bo: sign
    bo delegates sign to fatima  | sign next → sign   | fatima: sign
    fatima presses Opinion on sign | sign next → sign | bo: sign
    bo handles sign              | sign next → sign   | chen: sign
    chen handles sign            | sign next → sign   | dara: sign
    dara handles sign            | sign next → pay    | emil: pay
    emil handles pay             | pay end            |
  `,
});

story('A time limit ends the task while others are asked', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', late: 'gu' },
    others: [boundary('limit', 'check', timer('P1D'))],
    paths: 'start > ask > check > end; limit > late > end',
  }),
  tells: `
    anna starts                      | start next → ask          | anna: ask
    anna handles ask                 | ask next → check          | bo: check
    bo asks chen, dara before check  | check next → check, check | chen, dara: check
    2 days pass                      | check next (system) → late; check none (system) | [dara: check]; gu: late
    gu handles late                  | late end                  | [dara: check]
  `,
});

story('A task of a group comes back to the one who asked', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [userTask('check', { groups: 'directors' })],
    paths: 'start > ask > check > pay > end',
  }),
  tells: `
    anna starts                    | start next → ask    | anna: ask
    anna handles ask               | ask next → check    | dara: check
    dara delegates check to chen   | check next → check  | chen: check
    chen presses Opinion on check  | check next → check  | dara: check
    dara handles check             | check next → pay    | emil: pay
    emil handles pay               | pay end             |
  `,
});

const OF_A_GROUP = draw({
  people: { ask: 'anna', pay: 'emil' },
  others: [userTask('check', { users: 'bo,chen' })],
  paths: 'start > ask > check > pay > end',
});

story('A task of several is claimed, and handled', {
  diagram: OF_A_GROUP,
  tells: `
    anna starts         | start next → ask    | anna: ask
    anna handles ask    | ask next → check    | bo, chen: check
    bo releases check   | refused stale       | bo, chen: check
    bo claims check     | check next → check  | bo: check
    bo handles check    | check next → pay    | emil: pay
    emil handles pay    | pay end             |
  `,
});

story('A task that was claimed is delegated, comes back, and is released', {
  diagram: OF_A_GROUP,
  tells: `
    anna starts                    | start next → ask    | anna: ask
    anna handles ask               | ask next → check    | bo, chen: check
    bo claims check                | check next → check  | bo: check
    bo claims check                | refused stale       | bo: check
    bo delegates check to chen     | check next → check  | chen: check
    chen presses Opinion on check  | check next → check  | bo: check
    bo releases check              | check next → check  | bo, chen: check
    chen claims check              | check next → check  | chen: check
    chen handles check             | check next → pay    | emil: pay
    emil handles pay               | pay end             |
  `,
});
