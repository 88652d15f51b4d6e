import {
  boundary,
  catchEvent,
  eventGateway,
  link,
  receiveTask,
  terminate,
  throwEvent,
  timer,
} from '../../support/bpmn-xml.ts';
import { draw, part } from '../../support/draw.ts';
import { endWith, error, message, signal } from '../../support/named-events.ts';
import { story } from './story/story.ts';

const WHATEVER_COMES_FIRST = draw({
  people: { ask: 'anna', thank: 'bo', remind: 'chen', alert: 'dara' },
  others: [
    eventGateway('first'),
    catchEvent('payment', message('paid')),
    catchEvent('late', timer('P3D')),
    catchEvent('alarm', signal('alarm')),
  ],
  paths: `start > ask > first
          first > payment > thank > end
          first > late > remind > end-late
          first > alarm > alert > end-alarm`,
});

story('An event-based gateway: the message comes first, and time no longer matters', {
  diagram: WHATEVER_COMES_FIRST,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask none             | (anna: ask)
    2 days pass           |                      | (anna: ask)
    message paid comes    | ask next → thank     | bo: thank
    2 days pass           |                      | bo: thank
    signal alarm comes    | unmatched            | bo: thank
    bo handles thank      | thank end            |
  `,
});

story('An event-based gateway: time comes first, and the message is unmatched', {
  diagram: WHATEVER_COMES_FIRST,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask none             | (anna: ask)
    3 days pass           | ask next → remind    | chen: remind
    message paid comes    | unmatched            | chen: remind
    signal alarm comes    | unmatched            | chen: remind
    chen handles remind   | remind end           |
  `,
});

story('An event-based gateway: the signal comes first', {
  diagram: WHATEVER_COMES_FIRST,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask none             | (anna: ask)
    signal alarm comes    | ask next → alert     | dara: alert
    message paid comes    | unmatched            | dara: alert
    dara handles alert    | alert end            |
  `,
});

const PAYMENT_OR_REMINDER = draw({
  people: { legal: 'anna', remind: 'chen', sign: 'dara' },
  parallel: 'fork join',
  exclusive: 'merged',
  others: [eventGateway('first'), receiveTask('payment', 'message-paid'), catchEvent('late', timer('P3D'))],
  paths: `start > fork
          fork > legal > join
          fork > first
          first > payment > merged
          first > late > remind > merged > join > sign > end`,
});

story('An event-based gateway with a receive task, in one of two branches', {
  diagram: PAYMENT_OR_REMINDER,
  tells: `
    anna starts           | start next → legal   | anna: legal
    anna handles legal    | legal none           | (anna: legal)
    message paid comes    | legal next → sign    | dara: sign
    dara handles sign     | sign end             |
  `,
});

story('A receive task behind an event-based gateway no longer waits once time has come first', {
  diagram: PAYMENT_OR_REMINDER,
  tells: `
    anna starts           | start next → legal   | anna: legal
    3 days pass           | start next → remind  | anna: legal; chen: remind
    message paid comes    | unmatched            | anna: legal; chen: remind
    anna handles legal    | legal none           | (anna: legal); chen: remind
    chen handles remind   | remind next → sign   | (anna: legal); dara: sign
    dara handles sign     | sign end             | (anna: legal)
  `,
});

story('A timer between two tasks', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo' },
    others: [catchEvent('wait', timer('PT2H'))],
    paths: 'start > ask > wait > check > end',
  }),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask none             | (anna: ask)
    119 minutes pass      |                      | (anna: ask)
    1 minute passes       | ask next → check     | bo: check
    bo handles check      | check end            |
  `,
});

story('A timer at the very end: the end comes when nobody presses', {
  diagram: draw({
    people: { ask: 'anna' },
    others: [catchEvent('wait', timer('P30D'))],
    paths: 'start > ask > wait > end',
  }),
  endsLate: true,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask none             | (anna: ask)
    30 days pass          | ask end              |
  `,
});

story('A message and then a signal between two tasks; what comes too early is unmatched', {
  diagram: draw({
    people: { ask: 'anna', check: '${by}' },
    others: [catchEvent('payment', message('paid')), catchEvent('all-clear', signal('calm'))],
    paths: 'start > ask > payment > all-clear > check > end',
  }),
  tells: `
    anna starts                          | start next → ask     | anna: ask
    message paid comes                   | unmatched            | anna: ask
    anna handles ask                     | ask none             | (anna: ask)
    signal calm comes                    | unmatched            | (anna: ask)
    message paid comes {"by": "emil"}    |                      | (anna: ask)
    signal calm comes                    | ask next → check     | emil: check
    emil handles check                   | check end            |
  `,
});

story('A signal that one branch throws wakes two others', {
  diagram: draw({
    people: { ask: 'anna', a: 'bo', b: 'chen', c: 'dara' },
    parallel: 'fork join',
    others: [
      throwEvent('shout', signal('alarm')),
      catchEvent('hear-a', signal('alarm')),
      catchEvent('hear-b', signal('alarm')),
    ],
    paths: `start > fork
            fork > ask > shout > c > join
            fork > hear-a > a > join
            fork > hear-b > b > join > end`,
  }),
  tells: `
    anna starts           | start next → ask                   | anna: ask
    anna handles ask      | ask next → a, b, c                 | bo: a; chen: b; dara: c
    dara handles c        | c none                             | bo: a; chen: b; (dara: c)
    bo handles a          | a none                             | (bo: a); chen: b; (dara: c)
    chen handles b        | b end                              | (bo: a); (dara: c)
  `,
});

story('A throw event without a trigger is passed, and a message nobody is waiting for does not hold its sender', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo' },
    others: [throwEvent('milestone'), throwEvent('tell', message('order'))],
    paths: 'start > ask > milestone > tell > check > end',
  }),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → check     | bo: check
    bo handles check      | check end            |
  `,
});

story('Links lead on like a flow, forwards and back', {
  diagram: draw({
    people: { ask: 'anna', check: 'bo', sign: 'chen' },
    exclusive: 'again good',
    others: [
      throwEvent('to-check', link('Check')),
      catchEvent('from-ask', link('Check')),
      throwEvent('to-start', link('Again')),
      catchEvent('from-check', link('Again')),
    ],
    paths: `start > again > ask > to-check
            from-check > again
            from-ask > check > good
            good >"Yes" sign > end
            good >"No" to-start`,
  }),
  tells: `
    anna starts             | start next → ask     | anna: ask
    anna handles ask        | ask next → check     | bo: check
    bo presses No on check  | check next → ask     | anna: ask
    anna handles ask        | ask next → check     | bo: check
    bo presses Yes on check | check next → sign    | chen: sign
    chen handles sign       | sign end             |
  `,
});

story('A terminate end takes the other branches with it', {
  diagram: draw({
    people: { ask: 'anna', legal: 'bo', finance: 'chen' },
    parallel: 'fork join',
    exclusive: 'which',
    others: [endWith('end-all', terminate())],
    paths: `start > ask > fork
            fork > legal > which
            which >"Stop" end-all
            which >"Go" join
            fork > finance > join > end`,
  }),
  tells: `
    anna starts                 | start next → ask              | anna: ask
    anna handles ask            | ask next → legal, finance     | bo: legal; chen: finance
    bo presses Stop on legal    | finance none (system); legal end | [chen: finance]
  `,
});

story('A terminate end in a sub-process ends the sub-process only', {
  diagram: draw({
    people: { sign: 'dara' },
    others: [
      part('checks', {
        people: { legal: 'bo', finance: 'chen' },
        parallel: 'fork',
        others: [endWith('end-all', terminate())],
        paths: 'start-in-checks > fork > legal > end-all; fork > finance > end-finance',
      }),
    ],
    paths: 'start > checks > sign > end',
  }),
  tells: `
    anna starts                 | start next → legal, finance   | bo: legal; chen: finance
    bo handles legal            | legal next → sign; finance none (system) | [chen: finance]; dara: sign
    dara handles sign           | sign end                      | [chen: finance]
  `,
});

story('An error end leads to the boundary event of the sub-process around it', {
  diagram: draw({
    people: { sign: 'dara', beg: 'emil' },
    others: [
      part('payment', {
        people: { budget: 'bo', order: 'chen' },
        parallel: 'fork',
        exclusive: 'enough',
        others: [endWith('end-broke', error('NO_MONEY'))],
        paths: `start-in-payment > fork
                fork > budget > enough
                enough >"Enough" end-budget
                enough >"Broke" end-broke
                fork > order > end-order`,
      }),
      boundary('broke', 'payment', error('NO_MONEY')),
    ],
    paths: 'start > payment > sign > end; broke > beg > end-begged',
  }),
  tells: `
    anna starts                 | start next → budget, order    | bo: budget; chen: order
    bo presses Broke on budget  | budget next → beg; order none (system) | [chen: order]; emil: beg
    emil handles beg            | beg end                       | [chen: order]
  `,
});

story('An error end that nothing catches: the press is refused, and the task stays', {
  diagram: draw({
    people: { ask: 'anna' },
    exclusive: 'which',
    others: [endWith('end-broke', error('BROKEN'))],
    paths: 'start > ask > which; which >"Good" end; which >"Bad" end-broke',
  }),
  tells: `
    anna starts                 | start next → ask                       | anna: ask
    anna presses Bad on ask     | refused 500; incident ERR_STEP_FAILED  | anna: ask
    anna presses Good on ask    | ask end                                |
  `,
});

story('A receive task without a message waits until it is told to go on', {
  diagram: draw({
    people: { ask: 'anna', go: 'dara' },
    others: [receiveTask('wait')],
    exclusive: 'paid',
    paths: 'start > ask > wait > paid; paid >[${sum > 5}] go; paid >"no"* end-unpaid; go > end',
  }),
  tells: `
    anna starts              | start next → ask  | anna: ask
    wait is told             | unmatched         | anna: ask
    anna handles ask         | ask none          | (anna: ask)
    message wait comes       | unmatched         | (anna: ask)
    other is told            | unmatched         | (anna: ask)
    wait is told {"sum": 7}  | ask next → go     | dara: go
    dara handles go          | go end            |
  `,
});

story('Receive tasks are told one by one, those that wait for a message too', {
  diagram: draw({
    people: { ask: 'anna', go: 'dara' },
    parallel: 'fork join',
    others: [receiveTask('one'), receiveTask('other', 'message-paid')],
    paths: 'start > ask > fork > one > join > go > end; fork > other > join',
  }),
  tells: `
    anna starts        | start next → ask  | anna: ask
    anna handles ask   | ask none          | (anna: ask)
    one is told        |                   | (anna: ask)
    one is told        | unmatched         | (anna: ask)
    other is told      | ask next → go     | dara: go
    dara handles go    | go end            |
  `,
});
