/** Others sign too, after who has handled a task or beside them; the process goes on once they have. */
import { boundary, timer, userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

const PLAIN = draw({ people: { ask: 'anna', check: 'bo', pay: 'emil' }, paths: 'start > ask > check > pay > end' });

story('One signs after who has handled a task', {
  diagram: PLAIN,
  tells: `
    anna starts                                | start next → ask   | anna: ask
    anna handles ask                           | ask next → check   | bo: check
    bo presses Handle on check with chen after | check next → check | chen: check
    chen handles check                         | check next → pay   | emil: pay
    emil handles pay                           | pay end            |
  `,
});

story('All who sign after a task at the end have to', {
  diagram: draw({ people: { ask: 'anna', check: 'bo' }, paths: 'start > ask > check > end' }),
  tells: `
    anna starts                                      | start next → ask          | anna: ask
    anna handles ask                                 | ask next → check          | bo: check
    bo presses Handle on check with chen, dara after | check next → check, check | chen, dara: check
    chen handles check                               | check none                | (chen: check); dara: check
    dara handles check                               | check end                 | (chen: check)
  `,
});

story('One of those who sign after it is enough', {
  diagram: PLAIN,
  tells: `
    anna starts                                             | start next → ask          | anna: ask
    anna handles ask                                        | ask next → check          | bo: check
    bo presses Handle on check with any of chen, dara after | check next → check, check | chen, dara: check
    dara handles check                                      | check next → pay; check none (system) | [chen: check]; emil: pay
    emil handles pay                                        | pay end                   | [chen: check]
  `,
});

story('They sign after it one after the other, and the second asks for another signature', {
  diagram: PLAIN,
  tells: `
    anna starts                                              | start next → ask   | anna: ask
    anna handles ask                                         | ask next → check   | bo: check
    bo presses Handle on check with in turn chen, dara after | check next → check | chen: check
    chen presses Handle on check with gu after               | check next → check | gu: check
    gu handles check                                         | check next → check | dara: check
    dara presses Handle on check with bo after               | refused forbidden  | dara: check
    dara delegates check to fatima                           | check next → check | fatima: check
    fatima presses Opinion on check                          | check next → check | dara: check
    dara handles check                                       | check next → pay   | emil: pay
    emil handles pay                                         | pay end            |
  `,
});

const DECIDED = draw({
  people: { ask: 'anna', check: 'bo', pay: 'emil', drop: 'gu' },
  exclusive: 'which',
  paths: `start > ask > check > which
          which >"Yes" pay > end
          which >"No" drop > end`,
});

story('Who signs after it and decides otherwise decides at once', {
  diagram: DECIDED,
  tells: `
    anna starts                                   | start next → ask          | anna: ask
    anna handles ask                              | ask next → check          | bo: check
    bo presses Yes on check with chen, dara after | check next → check, check | chen, dara: check
    chen presses No on check                      | check next → drop; check none (system) | [dara: check]; gu: drop
    gu handles drop                               | drop end                  | [dara: check]
  `,
});

story('What was decided goes on once those who sign after it are recalled', {
  diagram: DECIDED,
  tells: `
    anna starts                                   | start next → ask          | anna: ask
    anna handles ask                              | ask next → check          | bo: check
    bo presses No on check with chen, dara after  | check next → check, check | chen, dara: check
    chen recalls dara from check                  | refused forbidden         | chen, dara: check
    bo recalls chen from check                    | check none (system)       | [chen: check]; dara: check
    bo recalls dara from check                    | check next (system) → drop | [chen: check]; gu: drop
    gu handles drop                               | drop end                  | [chen: check]
  `,
});

story('Whoever gives an opinion cannot have others sign after it', {
  diagram: PLAIN,
  tells: `
    anna starts                                    | start next → ask   | anna: ask
    anna handles ask                               | ask next → check   | bo: check
    bo delegates check to chen                     | check next → check | chen: check
    chen presses Opinion on check with dara after  | refused invalid    | chen: check
    chen presses Opinion on check                  | check next → check | bo: check
    bo handles check                               | check next → pay   | emil: pay
    emil handles pay                               | pay end            |
  `,
});

const BRANCHES = draw({
  people: { ask: 'anna', check: 'bo', look: 'gu', pay: 'emil' },
  parallel: 'fork join',
  paths: 'start > ask > fork > check > join > pay > end; fork > look > join',
});

story('In the last branch before a join', {
  diagram: BRANCHES,
  tells: `
    anna starts                                | start next → ask       | anna: ask
    anna handles ask                           | ask next → check, look | bo: check; gu: look
    gu handles look                            | look none              | bo: check; (gu: look)
    bo presses Handle on check with chen after | check next → check     | chen: check; (gu: look)
    chen handles check                         | check next → pay       | (gu: look); emil: pay
    emil handles pay                           | pay end                | (gu: look)
  `,
});

story('In the first branch before a join', {
  diagram: BRANCHES,
  tells: `
    anna starts                                | start next → ask       | anna: ask
    anna handles ask                           | ask next → check, look | bo: check; gu: look
    bo presses Handle on check with chen after | check next → check     | chen: check; gu: look
    chen handles check                         | check none             | (chen: check); gu: look
    gu handles look                            | look next → pay        | (chen: check); emil: pay
    emil handles pay                           | pay end                | (chen: check)
  `,
});

const signed = (options: Parameters<typeof countersign>[1] = {}) =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [countersign('sign', options)],
    paths: 'start > ask > sign > pay > end',
  });
const THREE = { signers: ['bo', 'chen', 'dara'] };

story('The signature of a countersign counts once others have signed after it', {
  diagram: signed({ completion: '2' }),
  variables: THREE,
  tells: `
    anna starts                                | start next → ask            | anna: ask
    anna handles ask                           | ask next → sign, sign, sign | bo, chen, dara: sign
    bo presses Handle on sign with chen after  | refused forbidden           | bo, chen, dara: sign
    bo presses Handle on sign with fatima after | sign next → sign           | fatima, chen, dara: sign
    chen handles sign                          | sign none                   | fatima, dara: sign; (chen: sign)
    fatima handles sign                        | sign next → pay; sign none (system) | [dara: sign]; (chen: sign); emil: pay
    emil handles pay                           | pay end                     | [dara: sign]; (chen: sign)
  `,
});

story('A countersign of all has one more signer', {
  diagram: signed(),
  variables: THREE,
  tells: `
    anna starts                     | start next → ask            | anna: ask
    anna handles ask                | ask next → sign, sign, sign | bo, chen, dara: sign
    bo asks chen to countersign sign | refused forbidden          | bo, chen, dara: sign
    bo asks fatima to countersign sign | sign next → sign, sign   | bo, fatima, chen, dara: sign
    chen, dara handle sign          | sign none; sign none        | bo, fatima: sign; (chen, dara: sign)
    bo handles sign                 | sign none                   | fatima: sign; (bo, chen, dara: sign)
    fatima handles sign             | sign next → pay             | (bo, chen, dara: sign); emil: pay
    emil handles pay                | pay end                     | (bo, chen, dara: sign)
  `,
});

story('A countersign of 60 % has the rule of its new number', {
  diagram: signed({ completion: '60%' }),
  variables: THREE,
  tells: `
    anna starts                     | start next → ask            | anna: ask
    anna handles ask                | ask next → sign, sign, sign | bo, chen, dara: sign
    bo handles sign                 | sign none                   | chen, dara: sign; (bo: sign)
    chen asks fatima, gu to countersign sign | sign next → sign, sign, sign | chen, fatima, gu, dara: sign; (bo: sign)
    chen handles sign               | sign none                   | fatima, gu, dara: sign; (bo, chen: sign)
    gu handles sign                 | sign next → pay; sign none (system); sign none (system) | [fatima, dara: sign]; (bo, chen: sign); emil: pay
    emil handles pay                | pay end                     | [fatima, dara: sign]; (bo, chen: sign)
  `,
});

story('A countersign with a condition has one more signer', {
  diagram: signed({ condition: '${nrOfCompletedInstances >= nrOfInstances / 2}' }),
  variables: THREE,
  tells: `
    anna starts                     | start next → ask            | anna: ask
    anna handles ask                | ask next → sign, sign, sign | bo, chen, dara: sign
    bo asks fatima to countersign sign | sign next → sign, sign   | bo, fatima, chen, dara: sign
    bo handles sign                 | sign none                   | fatima, chen, dara: sign; (bo: sign)
    fatima handles sign             | sign next → pay; sign none (system); sign none (system) | [chen, dara: sign]; (bo: sign); emil: pay
    emil handles pay                | pay end                     | [chen, dara: sign]; (bo: sign)
  `,
});

const VOTED = (completion?: string) =>
  draw({
    people: { ask: 'anna', pay: 'emil', drop: 'gu' },
    exclusive: 'vote',
    others: [countersign('sign', completion === undefined ? {} : { completion })],
    paths: `start > ask > sign > vote
            vote >"Agree"{ttc:vote=approve} pay > end
            vote >"Object"{ttc:vote=reject} drop > end`,
  });

story('One more signer of a vote of all objects', {
  diagram: VOTED(),
  variables: THREE,
  tells: `
    anna starts                     | start next → ask            | anna: ask
    anna handles ask                | ask next → sign, sign, sign | bo, chen, dara: sign
    bo presses Agree on sign        | sign none                   | chen, dara: sign; (bo: sign)
    chen asks fatima to countersign sign | sign next → sign, sign | chen, fatima, dara: sign; (bo: sign)
    fatima presses Object on sign   | sign next → drop; sign none (system); sign none (system) | [chen, dara: sign]; (bo: sign); gu: drop
    gu handles drop                 | drop end                    | [chen, dara: sign]; (bo: sign)
  `,
});

story('A signer who was added is recalled: before, and as the last whose signature is missing', {
  diagram: signed(),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    anna starts                        | start next → ask      | anna: ask
    anna handles ask                   | ask next → sign, sign | bo, chen: sign
    bo asks dara, fatima to countersign sign | sign next → sign, sign, sign | bo, dara, fatima, chen: sign
    bo recalls chen from sign          | refused stale         | bo, dara, fatima, chen: sign
    chen recalls dara from sign        | refused forbidden     | bo, dara, fatima, chen: sign
    bo recalls dara from sign          | sign none (system)    | bo, fatima, chen: sign; [dara: sign]
    bo, chen handle sign               | sign none; sign none  | fatima: sign; [dara: sign]; (bo, chen: sign)
    bo recalls fatima from sign        | sign next (system) → pay | [dara: sign]; (bo, chen: sign); emil: pay
    emil handles pay                   | pay end               | [dara: sign]; (bo, chen: sign)
  `,
});

story('A countersign of any has one more signer, who decides', {
  diagram: signed({ completion: 'any' }),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    anna starts                        | start next → ask      | anna: ask
    anna handles ask                   | ask next → sign, sign | bo, chen: sign
    bo asks fatima to countersign sign | sign next → sign, sign | bo, fatima, chen: sign
    fatima handles sign                | sign next → pay; sign none (system); sign none (system) | [bo, chen: sign]; emil: pay
    emil handles pay                   | pay end               | [bo, chen: sign]
  `,
});

story('Without a signer who was added the rejections of the others are enough', {
  diagram: VOTED('2'),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    anna starts                        | start next → ask      | anna: ask
    anna handles ask                   | ask next → sign, sign | bo, chen: sign
    bo asks fatima to countersign sign | sign next → sign, sign | bo, fatima, chen: sign
    bo presses Agree on sign           | sign none             | fatima, chen: sign; (bo: sign)
    chen presses Object on sign        | sign none             | fatima: sign; (bo, chen: sign)
    bo recalls fatima from sign        | sign next (system) → drop | (bo, chen: sign); gu: drop
    gu handles drop                    | drop end              | (bo, chen: sign)
  `,
});

story('Without a signer who was added the approvals of the others are enough', {
  diagram: VOTED('60%'),
  variables: { signers: ['bo', 'chen', 'dara'] },
  tells: `
    anna starts                        | start next → ask            | anna: ask
    anna handles ask                   | ask next → sign, sign, sign | bo, chen, dara: sign
    bo asks fatima to countersign sign | sign next → sign, sign      | bo, fatima, chen, dara: sign
    bo presses Agree on sign           | sign none                   | fatima, chen, dara: sign; (bo: sign)
    chen presses Agree on sign         | sign none                   | fatima, dara: sign; (bo, chen: sign)
    bo recalls fatima from sign        | sign next (system) → pay; sign none (system) | [dara: sign]; (bo, chen: sign); emil: pay
    emil handles pay                   | pay end                     | [dara: sign]; (bo, chen: sign)
  `,
});

story('Before a join a signer who was added is recalled', {
  diagram: draw({
    people: { ask: 'anna', look: 'gu', pay: 'emil' },
    parallel: 'fork join',
    others: [countersign('sign')],
    paths: 'start > ask > fork > sign > join > pay > end; fork > look > join',
  }),
  variables: { signers: ['bo'] },
  tells: `
    anna starts                        | start next → ask        | anna: ask
    anna handles ask                   | ask next → sign, look   | bo: sign; gu: look
    gu handles look                    | look none               | bo: sign; (gu: look)
    bo asks chen to countersign sign   | sign next → sign, sign  | bo, chen: sign; (gu: look)
    bo handles sign                    | sign none               | chen: sign; (gu: look); (bo: sign)
    bo recalls chen from sign          | sign next (system) → pay | (gu: look); (bo: sign); emil: pay
    emil handles pay                   | pay end                 | (gu: look); (bo: sign)
  `,
});

story('At the end of the process a signer who was added is recalled', {
  diagram: draw({ people: { ask: 'anna' }, others: [countersign('sign')], paths: 'start > ask > sign > end' }),
  variables: { signers: ['bo'] },
  tells: `
    anna starts                       | start next → ask       | anna: ask
    anna handles ask                  | ask next → sign        | bo: sign
    bo asks chen to countersign sign  | sign next → sign, sign | bo, chen: sign
    bo handles sign                   | sign none              | chen: sign; (bo: sign)
    bo recalls chen from sign         | sign end (system)      | (bo: sign)
  `,
});

story('One after the other, and without a list, there is no signer more', {
  diagram: signed({ sequential: true }),
  variables: { signers: ['bo', 'chen'] },
  tells: `
    anna starts                       | start next → ask  | anna: ask
    anna asks dara to countersign ask | refused invalid   | anna: ask
    anna handles ask                  | ask next → sign   | bo: sign
    bo asks dara to countersign sign  | refused invalid   | bo: sign
    bo handles sign                   | sign next → sign  | chen: sign
    chen handles sign                 | sign next → pay   | emil: pay
    emil handles pay                  | pay end           |
  `,
});

story('One handles a task beside its handler', {
  diagram: PLAIN,
  tells: `
    anna starts                | start next → ask          | anna: ask
    anna handles ask           | ask next → check          | bo: check
    bo asks chen beside check  | check next → check, check | bo, chen: check
    bo handles check           | check none                | (bo: check); chen: check
    chen handles check         | check next → pay          | (bo: check); emil: pay
    emil handles pay           | pay end                   | (bo: check)
  `,
});

story('The handler of the first task asks one beside, and transfers their part by a delegation', {
  diagram: PLAIN,
  tells: `
    anna starts                 | start next → ask     | anna: ask
    anna asks bo beside ask     | ask next → ask, ask  | anna, bo: ask
    anna delegates ask to chen  | ask next → ask       | chen, bo: ask
    bo handles ask              | ask none             | chen: ask; (bo: ask)
    chen presses Opinion on ask | ask next → ask       | anna: ask; (bo: ask)
    anna handles ask            | ask next → check     | (bo: ask); bo: check
    bo handles check            | check next → pay     | (bo: ask); emil: pay
    emil handles pay            | pay end              | (bo: ask)
  `,
});

story('Who was asked beside is recalled, before and after the handler has done their part', {
  diagram: PLAIN,
  tells: `
    anna starts                     | start next → ask          | anna: ask
    anna handles ask                | ask next → check          | bo: check
    bo asks chen, dara beside check | check next → check, check, check | bo, chen, dara: check
    bo recalls chen from check      | check none (system)       | [chen: check]; bo, dara: check
    bo handles check                | check none                | [chen: check]; (bo: check); dara: check
    bo recalls dara from check      | check next (system) → pay | [chen: check]; (bo: check); emil: pay
    emil handles pay                | pay end                   | [chen: check]; (bo: check)
  `,
});

story('Whoever only answers has nobody beside them', {
  diagram: PLAIN,
  tells: `
    anna starts                     | start next → ask   | anna: ask
    anna handles ask                | ask next → check   | bo: check
    bo delegates check to chen      | check next → check | chen: check
    chen asks dara beside check     | refused invalid    | chen: check
    chen presses Opinion on check   | check next → check | bo: check
    bo sends check back to ask      | check next → ask   | anna: ask
    anna asks dara beside ask       | refused invalid    | anna: ask
    anna presses Resubmit on ask    | ask next → check   | bo: check
    bo handles check                | check next → pay   | emil: pay
    emil handles pay                | pay end            |
  `,
});

story('Who has others beside keeps their own part, and recalls only them', {
  diagram: PLAIN,
  tells: `
    anna starts                | start next → ask          | anna: ask
    anna handles ask           | ask next → check          | bo: check
    bo asks chen beside check  | check next → check, check | bo, chen: check
    bo recalls bo from check   | refused stale             | bo, chen: check
    bo recalls chen from check | check none (system)       | bo: check; [chen: check]
    bo handles check           | check next → pay          | [chen: check]; emil: pay
    emil handles pay           | pay end                   | [chen: check]
  `,
});

story('A timer beside a countersign goes on from what led to it, also when a signer was added and recalled', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil', late: 'gu' },
    others: [countersign('sign'), boundary('limit', 'sign', timer('P1D'), { interrupting: false })],
    paths: 'start > ask > sign > pay > end; limit > late > end',
  }),
  variables: { signers: ['bo'] },
  tells: `
    anna starts                        | start next → ask       | anna: ask
    anna handles ask                   | ask next → sign        | bo: sign
    bo asks fatima to countersign sign | sign next → sign, sign | bo, fatima: sign
    bo recalls fatima from sign        | sign none (system)     | bo: sign; [fatima: sign]
    2 days pass                        | ask next → late        | bo: sign; [fatima: sign]; gu: late
    gu handles late                    | late none              | bo: sign; [fatima: sign]; (gu: late)
    bo handles sign                    | sign next → pay        | [fatima: sign]; (gu: late); emil: pay
    emil handles pay                   | pay end                | [fatima: sign]; (gu: late)
  `,
});

story('A task of several buttons that are no votes has nobody beside its handler', {
  diagram: DECIDED,
  tells: `
    anna starts               | start next → ask  | anna: ask
    anna handles ask          | ask next → check  | bo: check
    bo asks chen beside check | refused invalid   | bo: check
    bo presses Yes on check   | check next → pay  | emil: pay
    emil handles pay          | pay end           |
  `,
});

story('A rejection beside a signer decides their part', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil', drop: 'gu' },
    exclusive: 'vote',
    others: [countersign('sign', { completion: '2' })],
    paths: `start > ask > sign > vote
            vote >"Agree"{ttc:vote=approve} pay > end
            vote >"Object"{ttc:vote=reject} drop > end`,
  }),
  variables: THREE,
  tells: `
    anna starts                 | start next → ask            | anna: ask
    anna handles ask            | ask next → sign, sign, sign | bo, chen, dara: sign
    bo asks fatima beside sign  | sign next → sign, sign      | bo, fatima, chen, dara: sign
    chen presses Object on sign | sign none                   | bo, fatima, dara: sign; (chen: sign)
    fatima presses Object on sign | sign next → drop; sign none (system); sign none (system) | [bo, dara: sign]; (chen: sign); gu: drop
    gu handles drop             | drop end                    | [bo, dara: sign]; (chen: sign)
  `,
});

story('A time limit ends the task while others sign', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', late: 'gu' },
    others: [boundary('limit', 'check', timer('P1D'))],
    paths: 'start > ask > check > end; limit > late > end',
  }),
  tells: `
    anna starts                | start next → ask          | anna: ask
    anna handles ask           | ask next → check          | bo: check
    bo asks chen beside check  | check next → check, check | bo, chen: check
    2 days pass                | check next (system) → late; check none (system) | [chen: check]; gu: late
    gu handles late            | late end                  | [chen: check]
  `,
});

story('Who has claimed a task has others sign after it', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [userTask('check', { users: 'bo,chen' })],
    paths: 'start > ask > check > pay > end',
  }),
  tells: `
    anna starts                                | start next → ask   | anna: ask
    anna handles ask                           | ask next → check   | bo, chen: check
    bo claims check                            | check next → check | bo: check
    bo presses Handle on check with dara after | check next → check | dara: check
    dara handles check                         | check next → pay   | emil: pay
    emil handles pay                           | pay end            |
  `,
});
