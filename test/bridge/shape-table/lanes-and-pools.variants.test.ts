import { bareTask, catchEvent, element, lane, pools, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { draw, drawProcess } from '../../support/draw.ts';
import { endWith, file, message, startOn } from '../../support/named-events.ts';
import { story } from './story/story.ts';

story('A lane says who handles the tasks in it that say nothing themselves', {
  diagram: draw({
    others: [userTask('ask', { assignee: 'anna' }), bareTask('check'), bareTask('sign')],
    before: element(
      'laneSet',
      { id: 'lanes' },
      lane('finance', ['ask', 'check']) + lane('The board', ['sign'], { 'ttc:handlingGroup': 'directors' }),
    ),
    paths: 'start > ask > check > sign > end',
  }),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → check     | fatima, gu: check
    gu handles check      | check next → sign    | dara: sign
    dara handles sign     | sign end             |
  `,
});

const CUSTOMER = drawProcess({
  id: 'customer',
  people: { choose: 'anna', read: 'anna' },
  others: [throwEvent('send-order', message('order')), catchEvent('answer-came', message('answer'))],
  paths: 'start > choose > send-order > answer-came > read > end',
});
const SHOP = drawProcess({
  id: 'shop',
  people: { pack: 'bo' },
  others: [startOn('order-came', message('order')), endWith('send-answer', message('answer'))],
  paths: 'order-came > pack > send-answer',
});
const FLOWS = ['send-order > order-came', 'send-answer > answer-came'];

story('Two pools of one file: an order starts the shop, and its answer goes back to the one who ordered', {
  diagram: file(pools(['customer', 'shop'], FLOWS), CUSTOMER, SHOP),
  tells: `
    anna starts customer for order-1  | start next → choose  | anna: choose
    anna handles choose     | choose none; start next → pack   | (anna: choose); bo: pack
    bo handles pack         | pack end; choose next → read     | anna: read
    anna handles read       | read end                         |
  `,
});

story('Two orders at once: the business key keeps them apart', {
  diagram: [file(SHOP), file(CUSTOMER)],
  tells: `
    anna starts customer for order-1  | start next → choose  | anna: choose
    emil starts customer for order-2  | start next → choose  | anna: choose; anna: choose
    anna handles choose     | choose none; start next → pack   | (anna: choose); anna: choose; bo: pack
    bo handles pack         | pack end; choose next → read     | anna: choose; anna: read
    anna handles read       | read end                         | anna: choose
    anna handles choose     | choose none; start next → pack   | (anna: choose); bo: pack
    bo handles pack         | pack end; choose next → read     | anna: read
    anna handles read       | read end                         |
  `,
});

const CORRELATED = { attributes: { 'ttc:correlationKey': '${bill}' } };

story('A key of the message itself: it goes to who waits with the same one', {
  diagram: [
    file(
      drawProcess({
        id: 'bill',
        people: { write: 'anna', thank: 'bo' },
        others: [catchEvent('payment', message('paid'), CORRELATED)],
        paths: 'start > write > payment > thank > end',
      }),
    ),
    file(
      drawProcess({
        id: 'bank',
        people: { transfer: 'chen' },
        others: [throwEvent('tell', message('paid'), CORRELATED)],
        paths: 'start-bank > transfer > tell > end-bank',
      }),
    ),
  ],
  variables: { bill: 'B7' },
  tells: `
    anna starts bill                    | start next → write        | anna: write
    anna handles write                  | write none                | (anna: write)
    message paid comes with key B8      | unmatched                 | (anna: write)
    chen starts bank                    | start next → transfer     | (anna: write); chen: transfer
    chen handles transfer               | transfer end; write next → thank  | bo: thank
    bo handles thank                    | thank end                 |
  `,
});

story('A message from outside that nobody waits for is answered as unmatched, and changes nothing', {
  diagram: draw({
    people: { ask: 'anna', thank: 'bo' },
    others: [catchEvent('payment', message('paid'), CORRELATED)],
    paths: 'start > ask > payment > thank > end',
  }),
  variables: { bill: 'B7' },
  tells: `
    anna starts for order-1                 | start next → ask   | anna: ask
    message paid comes for order-1          | unmatched          | anna: ask
    anna handles ask                        | ask none           | (anna: ask)
    message paid comes for order-2          | unmatched          | (anna: ask)
    message cancelled comes for order-1     | unmatched          | (anna: ask)
    message paid comes with key B8          | unmatched          | (anna: ask)
    message paid comes with key B7          | ask next → thank   | bo: thank
    message paid comes with key B7          | unmatched          | bo: thank
    bo handles thank                        | thank end          |
  `,
});

story('A message to another pool that never waits for it: the sender goes on, and it stands as an incident', {
  needsBridge: 'messages to others are tried again, and stand as incidents',
  diagram: draw({
    people: { choose: 'anna', read: 'bo' },
    others: [throwEvent('send-order', message('order'))],
    paths: 'start > choose > send-order > read > end',
  }),
  tells: `
    anna starts for order-1   | start next → choose    | anna: choose
    anna handles choose       | choose next → read     | bo: read
    1 second passes           |                        | bo: read
    2 seconds pass            | incident ERR_MESSAGE_UNMATCHED  | bo: read
    bo handles read           | read end               |
  `,
});
