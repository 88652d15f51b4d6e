import { boundary, timer } from '../../support/bpmn-xml.ts';
import { countersign, draw, onEvent, part } from '../../support/draw.ts';
import { endWith, error, message } from '../../support/named-events.ts';
import { story } from './story/story.ts';

/** Whoever has handled their branch is asked to sign it: two tokens come to the one task. */
const SIGNED_FOR_EACH = draw({
  people: { legal: 'bo', finance: 'chen', sign: '${handler}' },
  parallel: 'fork',
  exclusive: 'good',
  paths: `start > fork
          fork > legal > sign; fork > finance > sign
          sign > good
          good >"Good" end; good >"Again" sign`,
});

story('Two branches that are not joined come to one task: each makes a task of its own', {
  diagram: SIGNED_FOR_EACH,
  tells: `
    anna starts                 | start next → finance, legal | bo: legal; chen: finance
    bo handles legal            | legal next → sign           | bo: sign; chen: finance
    chen handles finance        | finance next → sign         | bo: sign; chen: sign
    bo presses Good on sign     | sign none                   | (bo: sign); chen: sign
    chen presses Again on sign  | sign next → sign            | (bo: sign); chen: sign
    chen presses Good on sign   | sign end                    | (bo: sign)
  `,
});

story('The same, handled the other way round', {
  diagram: SIGNED_FOR_EACH,
  tells: `
    anna starts                 | start next → finance, legal | bo: legal; chen: finance
    chen handles finance        | finance next → sign         | bo: legal; chen: sign
    bo handles legal            | legal next → sign           | bo: sign; chen: sign
    chen presses Good on sign   | sign none                   | bo: sign; (chen: sign)
    bo presses Again on sign    | sign next → sign            | bo: sign; (chen: sign)
    bo presses Good on sign     | sign end                    | (chen: sign)
  `,
});

story('Two flows of a fork straight into one task make two', {
  diagram: draw({
    people: { ask: 'anna', copy: 'bo' },
    parallel: 'fork',
    paths: 'start > ask > fork; fork > copy > end; fork > copy',
  }),
  tells: `
    anna starts              | start next → ask       | anna: ask
    anna handles ask         | ask next → copy, copy  | bo: copy; bo: copy
    bo handles copy          | copy none              | (bo: copy); bo: copy
    bo handles copy          | copy end               | (bo: copy)
  `,
});

story('A countersign that two tokens come to is signed twice, and each is decided by its own votes', {
  diagram: draw({
    people: { legal: 'bo', finance: 'chen', go: '${handler}' },
    parallel: 'fork',
    others: [countersign('sign', { completion: 'any' })],
    paths: 'start > fork; fork > legal > sign; fork > finance > sign; sign > go > end',
  }),
  variables: { signers: ['dara', 'emil'] },
  tells: `
    anna starts            | start next → finance, legal | bo: legal; chen: finance
    bo handles legal       | legal next → sign, sign     | chen: finance; dara: sign; emil: sign
    chen handles finance   | finance next → sign, sign   | dara, dara, emil, emil: sign
    emil handles sign      | sign next → go; sign none (system) | [dara: sign]; dara, emil: sign; emil: go
    dara handles sign      | sign next → go; sign none (system) | [dara: sign]; [emil: sign]; dara: go; emil: go
    emil handles go        | go none                     | [dara: sign]; [emil: sign]; (emil: go); dara: go
    dara handles go        | go end                      | [dara: sign]; [emil: sign]; (emil: go)
  `,
});

story('Each of two tasks at one node has a timer of its own, which ends that task', {
  diagram: draw({
    people: { legal: 'bo', finance: 'chen', sign: '${handler}', chase: 'dara' },
    parallel: 'fork',
    others: [boundary('late', 'sign', timer('P2D'))],
    paths: 'start > fork; fork > legal > sign; fork > finance > sign; sign > end; late > chase > end-chased',
  }),
  tells: `
    anna starts            | start next → finance, legal  | bo: legal; chen: finance
    bo handles legal       | legal next → sign            | bo: sign; chen: finance
    1 day passes           |                              | bo: sign; chen: finance
    chen handles finance   | finance next → sign          | bo: sign; chen: sign
    1 day passes           | sign next (system) → chase   | dara: chase; chen: sign
    chen handles sign      | sign none                    | (chen: sign); dara: chase
    dara handles chase     | chase end                    | (chen: sign)
  `,
});

story('A reminder comes again while the one before is still open', {
  diagram: draw({
    people: { ask: 'anna', pay: 'bo', remind: 'chen' },
    others: [boundary('due', 'pay', timer('R3/P1D'), { interrupting: false })],
    paths: 'start > ask > pay > end; due > remind > end-reminded',
  }),
  tells: `
    anna starts            | start next → ask    | anna: ask
    anna handles ask       | ask next → pay      | bo: pay
    1 day passes           | ask next → remind   | bo: pay; chen: remind
    1 day passes           | ask next → remind   | bo: pay; chen, chen: remind
    chen handles remind    | remind none         | bo: pay; (chen: remind); chen: remind
    bo handles pay         | pay none            | (bo: pay); (chen: remind); chen: remind
    chen handles remind    | remind end          | (bo: pay); (chen: remind)
  `,
});

const HELP = draw({
  people: { work: 'bo' },
  others: [
    onEvent(
      'help',
      message('answer'),
      { people: { advise: '${who}' }, paths: 'help-start > advise > end-help' },
      { beside: true },
    ),
  ],
  paths: 'start > work > end',
});

story('A message starts an event sub-process as often as it comes, and the end waits for each', {
  diagram: HELP,
  tells: `
    anna starts                             | start next → work    | bo: work
    message answer comes {"who": "chen"}    | start next → advise  | bo: work; chen: advise
    message answer comes {"who": "dara"}    | start next → advise  | bo: work; chen: advise; dara: advise
    bo handles work                         | work none            | (bo: work); chen: advise; dara: advise
    dara handles advise                     | advise none          | (bo: work); chen: advise; (dara: advise)
    chen handles advise                     | advise end           | (bo: work); (dara: advise)
  `,
});

story('It is started again for the third time while the second runs, and the first is over', {
  diagram: HELP,
  tells: `
    anna starts                             | start next → work    | bo: work
    message answer comes {"who": "chen"}    | start next → advise  | bo: work; chen: advise
    message answer comes {"who": "dara"}    | start next → advise  | bo: work; chen: advise; dara: advise
    chen handles advise                     | advise none          | bo: work; (chen: advise); dara: advise
    message answer comes {"who": "emil"}    | advise next → advise | bo: work; dara: advise; emil: advise
    emil handles advise                     | advise none          | bo: work; dara: advise; (emil: advise)
    dara handles advise                     | advise none          | bo: work; (dara: advise); (emil: advise)
    bo handles work                         | work end             | (dara: advise); (emil: advise)
  `,
});

story('Two tokens come to a sub-process: each is in one of its own, and an error ends that one only', {
  diagram: draw({
    people: { legal: 'bo', finance: 'chen', mend: '${handler}' },
    parallel: 'fork',
    others: [
      part('check', {
        people: { look: '${handler}', file: '${handler}' },
        exclusive: 'fine',
        others: [endWith('end-bad', error('BROKEN'))],
        paths: 'start-in-check > look > fine; fine >"Fine" file > end-check; fine >"Bad" end-bad',
      }),
      boundary('broken', 'check', error('BROKEN')),
    ],
    paths: 'start > fork; fork > legal > check; fork > finance > check; check > end; broken > mend > end-mended',
  }),
  tells: `
    anna starts               | start next → finance, legal | bo: legal; chen: finance
    bo handles legal          | legal next → look           | bo: look; chen: finance
    chen handles finance      | finance next → look         | bo: look; chen: look
    bo presses Fine on look   | look next → file            | bo: file; chen: look
    chen presses Bad on look  | look next → mend            | bo: file; chen: mend
    bo handles file           | file none                   | (bo: file); chen: mend
    chen handles mend         | mend end                    | (bo: file)
  `,
});
