/** A task is sent back to who handled an earlier one, and then comes directly to who sent it back; the process stays where it is. */
import { boundary, callActivity, timer, userTask } from '../../support/bpmn-xml.ts';
import { countersign, draw, drawProcess, onEvent, part } from '../../support/draw.ts';
import { endWith, error, file, message } from '../../support/named-events.ts';
import { story } from './story/story.ts';

const PLAIN = draw({ people: { ask: 'anna', check: 'bo', pay: 'emil' }, paths: 'start > ask > check > pay > end' });

story('A task is sent back, and comes directly to who sent it back', {
  diagram: PLAIN,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna handles ask               | ask next → check     | bo: check
    bo handles check               | check next → pay     | emil: pay
    emil sends pay back to ask     | pay next → ask       | anna: ask
    anna presses Resubmit on ask   | ask next → pay       | emil: pay
    emil sends pay back to check   | pay next → check     | bo: check
    bo presses Resubmit on check   | check next → pay     | emil: pay
    emil handles pay               | pay end              |
  `,
});

story('Only to what was handled before', {
  diagram: PLAIN,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna sends ask back to check   | refused invalid      | anna: ask
    anna handles ask               | ask next → check     | bo: check
    bo sends check back to check   | refused invalid      | bo: check
    bo sends check back to pay     | refused invalid      | bo: check
    bo handles check               | check next → pay     | emil: pay
    emil handles pay               | pay end              |
  `,
});

story('Who has it back sends it further back: it comes step by step', {
  diagram: PLAIN,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna handles ask               | ask next → check     | bo: check
    bo handles check               | check next → pay     | emil: pay
    emil sends pay back to check   | pay next → check     | bo: check
    bo sends check back to pay     | refused invalid      | bo: check
    bo sends check back to ask     | check next → ask     | anna: ask
    anna presses Resubmit on ask   | ask next → check     | bo: check
    bo presses Resubmit on check   | check next → pay     | emil: pay
    emil handles pay               | pay end              |
  `,
});

story('Who has it back asks others first', {
  diagram: PLAIN,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna handles ask               | ask next → check     | bo: check
    bo handles check               | check next → pay     | emil: pay
    emil sends pay back to check   | pay next → check     | bo: check
    bo delegates check to emil     | refused forbidden    | bo: check
    bo delegates check to chen     | check next → check   | chen: check
    chen presses Opinion on check  | check next → check   | bo: check
    bo presses Resubmit on check   | check next → pay     | emil: pay
    emil handles pay               | pay end              |
  `,
});

story('Who was asked sends back to what the asker has passed', {
  diagram: PLAIN,
  tells: `
    anna starts                    | start next → ask     | anna: ask
    anna handles ask               | ask next → check     | bo: check
    bo handles check               | check next → pay     | emil: pay
    emil delegates pay to chen     | pay next → pay       | chen: pay
    chen sends pay back to ask     | pay next → ask       | anna: ask
    anna presses Resubmit on ask   | ask next → pay       | chen: pay
    chen presses Opinion on pay    | pay next → pay       | emil: pay
    emil handles pay               | pay end              |
  `,
});

story('What was sent back is recalled', {
  diagram: PLAIN,
  tells: `
    anna starts                    | start next → ask             | anna: ask
    anna handles ask               | ask next → check             | bo: check
    bo sends check back to ask     | check next → ask             | anna: ask
    emil recalls anna from ask     | refused forbidden            | anna: ask
    bo recalls anna from ask       | ask next (system) → check    | bo: check
    bo handles check               | check next → pay             | emil: pay
    emil handles pay               | pay end                      |
  `,
});

story('Behind a join, into one of its branches: join and branches stay as they are', {
  diagram: draw({
    people: { ask: 'anna', legal: 'bo', price: 'chen', sign: 'dara' },
    parallel: 'fork join',
    paths: 'start > ask > fork > legal > join > sign > end; fork > price > join',
  }),
  tells: `
    anna starts                      | start next → ask          | anna: ask
    anna handles ask                 | ask next → legal, price   | bo: legal; chen: price
    bo sends legal back to price     | refused invalid           | bo: legal; chen: price
    bo sends legal back to ask       | legal next → ask          | anna: ask; chen: price
    chen handles price               | price none                | anna: ask; (chen: price)
    anna presses Resubmit on ask     | ask next → legal          | bo: legal; (chen: price)
    bo handles legal                 | legal next → sign         | (chen: price); dara: sign
    dara sends sign back to price    | sign next → price         | (chen: price); chen: price
    chen presses Resubmit on price   | price next → sign         | (chen: price); dara: sign
    dara sends sign back to legal    | sign next → legal         | (chen: price); bo: legal
    bo presses Resubmit on legal     | legal next → sign         | (chen: price); dara: sign
    dara sends sign back to ask      | sign next → ask           | (chen: price); anna: ask
    anna presses Resubmit on ask     | ask next → sign           | (chen: price); dara: sign
    dara handles sign                | sign end                  | (chen: price)
  `,
});

story('Into a sub-process that has ended, with a branch of it that ended first', {
  diagram: draw({
    people: { ask: 'anna', sign: 'dara' },
    others: [
      part('checks', {
        people: { legal: 'bo', price: 'chen' },
        parallel: 'fork',
        paths: 'start-in-checks > fork > legal > end-legal; fork > price > end-price',
      }),
    ],
    paths: 'start > ask > checks > sign > end',
  }),
  tells: `
    anna starts                      | start next → ask          | anna: ask
    anna handles ask                 | ask next → legal, price   | bo: legal; chen: price
    bo handles legal                 | legal none                | (bo: legal); chen: price
    chen sends price back to legal   | refused invalid           | (bo: legal); chen: price
    chen sends price back to ask     | price next → ask          | (bo: legal); anna: ask
    anna presses Resubmit on ask     | ask next → price          | (bo: legal); chen: price
    chen handles price               | price next → sign         | (bo: legal); dara: sign
    dara sends sign back to legal    | sign next → legal         | (bo: legal); bo: legal
    bo presses Resubmit on legal     | legal next → sign         | (bo: legal); dara: sign
    dara sends sign back to ask      | sign next → ask           | (bo: legal); anna: ask
    anna presses Resubmit on ask     | ask next → sign           | (bo: legal); dara: sign
    dara handles sign                | sign end                  | (bo: legal)
  `,
});

const CHECK = drawProcess(
  { id: 'check', people: { legal: 'bo', price: 'chen' }, paths: 'start > legal > price > end' },
  { isExecutable: true },
);

story('Into a called process, out of it, and in it', {
  diagram: [
    file(CHECK),
    draw({
      people: { ask: 'anna', sign: 'dara' },
      others: [callActivity('call', 'check')],
      paths: 'start > ask > call > sign > end',
    }),
  ],
  tells: `
    anna starts                                | start next → ask                   | anna: ask
    anna handles ask                           | ask next → call.legal              | bo: call.legal
    bo handles call.legal                      | call.legal next → call.price       | chen: call.price
    chen sends call.price back to call.legal   | call.price next → call.legal       | bo: call.legal
    bo sends call.legal back to ask            | call.legal next → ask              | anna: ask
    anna presses Resubmit on ask               | ask next → call.legal              | bo: call.legal
    bo presses Resubmit on call.legal          | call.legal next → call.price       | chen: call.price
    chen handles call.price                    | call.price next → sign             | dara: sign
    dara sends sign back to call.price         | sign next → call.price             | chen: call.price
    chen presses Resubmit on call.price        | call.price next → sign             | dara: sign
    dara handles sign                          | sign end                           |
  `,
});

const signed = (options: Parameters<typeof countersign>[1] = {}) =>
  draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [countersign('sign', options)],
    paths: 'start > ask > sign > pay > end',
  });
const THREE = { signers: ['bo', 'chen', 'anna'] };

story('One of several signers sends back; another one may have handled it', {
  diagram: signed(),
  variables: THREE,
  tells: `
    anna starts                    | start next → ask            | anna: ask
    anna handles ask               | ask next → sign, sign, sign | bo, chen, anna: sign
    bo sends sign back to ask      | sign next → ask             | anna: ask; chen, anna: sign
    chen sends sign back to ask    | sign next → ask             | anna, anna: ask; anna: sign
    anna sends sign back to ask    | refused invalid             | anna, anna: ask; anna: sign
    anna handles sign              | sign none                   | anna, anna: ask; (anna: sign)
    anna presses Resubmit on ask   | ask next → sign             | anna: ask; bo: sign; (anna: sign)
    bo handles sign                | sign none                   | anna: ask; (bo: sign); (anna: sign)
    anna presses Resubmit on ask   | ask next → sign             | chen: sign; (bo: sign); (anna: sign)
    chen handles sign              | sign next → pay             | (bo, anna: sign); emil: pay
    emil sends pay back to sign    | refused invalid             | (bo, anna: sign); emil: pay
    emil handles pay               | pay end                     | (bo, anna: sign)
  `,
});

story('Another signer decides meanwhile', {
  diagram: signed({ completion: 'any' }),
  variables: THREE,
  tells: `
    anna starts                    | start next → ask            | anna: ask
    anna handles ask               | ask next → sign, sign, sign | bo, chen, anna: sign
    bo sends sign back to ask      | sign next → ask             | anna: ask; chen, anna: sign
    chen handles sign              | sign next → pay; sign none (system); ask none (system) | [anna: ask]; [anna: sign]; emil: pay
    emil handles pay               | pay end                     | [anna: ask]; [anna: sign]
  `,
});

story('A time limit ends the task while it was sent back', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', late: 'gu' },
    others: [boundary('limit', 'check', timer('P1D'))],
    paths: 'start > ask > check > end; limit > late > end',
  }),
  tells: `
    anna starts                    | start next → ask            | anna: ask
    anna handles ask               | ask next → check            | bo: check
    bo sends check back to ask     | check next → ask            | anna: ask
    2 days pass                    | ask next (system) → late    | gu: late
    gu sends late back to check    | refused invalid             | gu: late
    gu sends late back to ask      | late next → ask             | anna: ask
    anna presses Resubmit on ask   | ask next → late             | gu: late
    gu handles late                | late end                    |
  `,
});

story('Where the process comes to a task again, what followed it the first time is passed no more', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', pay: 'emil' },
    exclusive: 'good',
    paths: 'start > ask > check > pay > good; good >"Good" end; good >"Again" check',
  }),
  tells: `
    anna starts                    | start next → ask            | anna: ask
    anna handles ask               | ask next → check            | bo: check
    bo handles check               | check next → pay            | emil: pay
    emil presses Again on pay      | pay next → check            | bo: check
    bo sends check back to pay     | refused invalid             | bo: check
    bo sends check back to ask     | check next → ask            | anna: ask
    anna presses Resubmit on ask   | ask next → check            | bo: check
    bo handles check               | check next → pay            | emil: pay
    emil sends pay back to check   | pay next → check            | bo: check
    bo presses Resubmit on check   | check next → pay            | emil: pay
    emil presses Good on pay       | pay end                     |
  `,
});

story('What ends a task that the process has come to again leads on from what was passed before it', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', pay: 'emil', late: 'gu' },
    exclusive: 'good',
    others: [boundary('limit', 'check', timer('P1D'))],
    paths: 'start > ask > check > pay > good; good >"Good" end; good >"Again" check; limit > late > end',
  }),
  tells: `
    anna starts                  | start next → ask            | anna: ask
    anna handles ask             | ask next → check            | bo: check
    bo handles check             | check next → pay            | emil: pay
    emil presses Again on pay    | pay next → check            | bo: check
    2 days pass                  | check next (system) → late  | gu: late
    gu sends late back to pay    | refused invalid             | gu: late
    gu sends late back to ask    | late next → ask             | anna: ask
    anna presses Resubmit on ask | ask next → late             | gu: late
    gu handles late              | late end                    |
  `,
});

story('A task of several, or of a group, was handled: it cannot go back there', {
  diagram: draw({
    people: { ask: 'anna', pay: 'emil' },
    others: [userTask('check', { users: 'bo,chen' }), userTask('look', { groups: 'directors' })],
    paths: 'start > ask > check > look > pay > end',
  }),
  tells: `
    anna starts                    | start next → ask            | anna: ask
    anna handles ask               | ask next → check            | bo, chen: check
    chen handles check             | check next → look           | dara: look
    dara sends look back to check  | refused invalid             | dara: look
    dara handles look              | look next → pay             | emil: pay
    emil sends pay back to look    | refused invalid             | emil: pay
    emil handles pay               | pay end                     |
  `,
});

story('Behind an error of a sub-process, to what was handled in it', {
  diagram: draw({
    people: { ask: 'anna', mend: 'dara' },
    others: [
      part('checks', {
        people: { legal: 'bo', price: 'chen' },
        exclusive: 'fine',
        others: [endWith('end-trouble', error('BROKEN'))],
        paths: 'start-in-checks > legal > fine; fine >"Fine" price; price > end-checks; fine >"Trouble" end-trouble',
      }),
      boundary('broken', 'checks', error('BROKEN')),
    ],
    paths: 'start > ask > checks > mend > end; broken > mend',
  }),
  tells: `
    anna starts                    | start next → ask            | anna: ask
    anna handles ask               | ask next → legal            | bo: legal
    bo presses Trouble on legal    | legal next → mend           | dara: mend
    dara sends mend back to legal  | mend next → legal           | bo: legal
    bo presses Resubmit on legal   | legal next → mend           | dara: mend
    dara sends mend back to ask    | mend next → ask             | anna: ask
    anna presses Resubmit on ask   | ask next → mend             | dara: mend
    dara handles mend              | mend end                    |
  `,
});

story('Behind a message that ends a sub-process, to what was handled before that', {
  diagram: draw({
    people: { ask: 'anna', stop: 'gu' },
    others: [
      part('checks', { people: { legal: 'bo', price: 'chen' }, paths: 'start-in-checks > legal > price > end-checks' }),
      boundary('stopped', 'checks', message('stopped')),
    ],
    paths: 'start > ask > checks > end; stopped > stop > end',
  }),
  tells: `
    anna starts                      | start next → ask            | anna: ask
    anna handles ask                 | ask next → legal            | bo: legal
    bo handles legal                 | legal next → price          | chen: price
    chen sends price back to legal   | price next → legal          | bo: legal
    message stopped comes            | legal next (system) → stop  | gu: stop
    gu sends stop back to legal      | refused invalid             | gu: stop
    gu sends stop back to ask        | stop next → ask             | anna: ask
    anna presses Resubmit on ask     | ask next → stop             | gu: stop
    gu handles stop                  | stop end                    |
  `,
});

story('In an event sub-process, to what was handled in it', {
  diagram: draw({
    people: { ask: 'anna', pay: 'bo' },
    others: [
      onEvent('refunds', message('cancelled'), {
        people: { refund: 'chen', book: 'dara' },
        paths: 'refunds-start > refund > book > end-refunds',
      }),
    ],
    paths: 'start > ask > pay > end',
  }),
  tells: `
    anna starts                      | start next → ask            | anna: ask
    anna handles ask                 | ask next → pay              | bo: pay
    bo sends pay back to ask         | pay next → ask              | anna: ask
    message cancelled comes          | ask next (system) → refund  | chen: refund
    chen handles refund              | refund next → book          | dara: book
    dara sends book back to ask      | refused invalid             | dara: book
    dara sends book back to refund   | book next → refund          | chen: refund
    chen presses Resubmit on refund  | refund next → book          | dara: book
    dara handles book                | book end                    |
  `,
});
