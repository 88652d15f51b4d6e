import {
  boundary,
  manualTask,
  node,
  plainTask,
  scriptTask,
  serviceTask,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { endWith, error, receiveTask, sendTask } from '../../support/named-events.ts';
import { story } from './story/story.ts';
import { quick, slow, throwing } from './story/story-services.ts';

const TWO_PEOPLE = { ask: 'anna', approve: 'bo' };

story('Bo is asked after Anna', {
  diagram: draw({ people: TWO_PEOPLE, paths: 'start > ask > approve > end' }),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('Who does a manual or an untyped task is not asked: they are passed', {
  diagram: draw({
    people: TWO_PEOPLE,
    others: [manualTask('carry'), plainTask('think')],
    paths: 'start > ask > carry > think > approve > end',
  }),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('A quick service between two tasks is part of the first one, and its answer says who comes next', {
  diagram: draw({
    people: { ask: 'anna', approve: '${approver}' },
    services: 'look-up',
    paths: 'start > ask > look-up > approve > end',
  }),
  services: { 'look-up': quick({ approver: 'chen' }) },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | chen: approve
    chen handles approve  | approve end          |
  `,
});

story('A slow service: the task before it is told none after ten seconds, and goes on when the service answers', {
  diagram: draw({
    people: { ask: 'anna', approve: '${approver}' },
    services: 'book',
    paths: 'start > ask > book > approve > end',
  }),
  services: { book: slow },
  tells: `
    anna starts                       | start next → ask     | anna: ask
    anna handles ask                  |                      | <anna: ask>
    10 seconds pass                   | ask none             | (anna: ask)
    book answers {"approver": "chen"} | ask next → approve   | chen: approve
    chen handles approve              | approve end          |
  `,
});

story('A service that is slow at the very end: the end comes after the none', {
  diagram: draw({ people: { ask: 'anna' }, services: 'file', paths: 'start > ask > file > end' }),
  services: { file: slow },
  endsLate: true,
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      |                      | <anna: ask>
    10 seconds pass       | ask none             | (anna: ask)
    file answers          | ask end              |
  `,
});

story('A service that fails is called again, and its third call answers', {
  diagram: draw({ people: TWO_PEOPLE, services: 'book', paths: 'start > ask > book > approve > end' }),
  services: { book: slow },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      |                      | <anna: ask>
    book fails            |                      | <anna: ask>
    1 second passes       |                      | <anna: ask>
    book fails            |                      | <anna: ask>
    2 seconds pass        |                      | <anna: ask>
    book answers          | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('A service that fails for good is an incident, and the process waits', {
  diagram: draw({ people: TWO_PEOPLE, services: 'book', paths: 'start > ask > book > approve > end' }),
  services: { book: slow },
  staysOpen: true,
  tells: `
    anna starts           | start next → ask              | anna: ask
    anna handles ask      |                               | <anna: ask>
    book fails            |                               | <anna: ask>
    1 second passes       |                               | <anna: ask>
    book fails            |                               | <anna: ask>
    2 seconds pass        |                               | <anna: ask>
    book fails            | incident ERR_SERVICE_FAILED   | <anna: ask>
    10 seconds pass       | ask none                      | (anna: ask)
  `,
});

const PAYMENT = draw({
  people: { ask: 'anna', approve: 'bo', beg: 'chen' },
  services: 'pay',
  others: [boundary('broke', 'pay', error('NO_MONEY'))],
  paths: 'start > ask > pay > approve > end; broke > beg > end-poor',
});

story('A service that throws an error leads to its boundary event', {
  diagram: PAYMENT,
  services: { pay: throwing('NO_MONEY') },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → beg       | chen: beg
    chen handles beg      | beg end              |
  `,
});

story('A service that does not throw leaves its boundary event alone', {
  diagram: PAYMENT,
  services: { pay: quick() },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('A slow service that throws in the end leads to its boundary event, as a late word on the task before', {
  diagram: PAYMENT,
  services: { pay: slow },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      |                      | <anna: ask>
    10 seconds pass       | ask none             | (anna: ask)
    pay throws NO_MONEY   | ask next → beg       | chen: beg
    chen handles beg      | beg end              |
  `,
});

story('Send, business rule and service tasks in a row are one step of the person before them', {
  diagram: draw({
    people: { ask: 'anna', approve: '${approver}' },
    services: 'book',
    others: [
      node('sendTask', 'mail', { attributes: { 'ttc:service': 'mail' } }),
      node('businessRuleTask', 'choose', { attributes: { 'ttc:service': 'choose' } }),
    ],
    paths: 'start > ask > mail > choose > book > approve > end',
  }),
  services: { mail: quick(), choose: quick({ approver: 'dara' }), book: quick() },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | dara: approve
    dara handles approve  | approve end          |
  `,
});

story('A script task is run by the function that the host gave for scripts', {
  diagram: draw({
    people: { ask: 'anna', approve: '${approver}' },
    others: [
      scriptTask('choose', 'days > 2 ? "bo" : "chen"', { attributes: { 'camunda:resultVariable': 'approver' } }),
    ],
    paths: 'start > ask > choose > approve > end',
  }),
  variables: { days: 3 },
  scripts: ({ variables }) => (Number(variables.days) > 2 ? 'bo' : 'chen'),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('A script among the outputs of a task is run once the task is handled, before what follows', {
  diagram: draw({
    others: [
      userTask('ask', {
        assignee: 'anna',
        extensions:
          '<camunda:inputOutput><camunda:outputParameter name="approver"><camunda:script scriptFormat="js">days &gt; 2 ? "bo" : "chen"</camunda:script></camunda:outputParameter></camunda:inputOutput>',
      }),
      userTask('approve', { assignee: '${approver}' }),
    ],
    paths: 'start > ask > approve > end',
  }),
  variables: { days: 3 },
  scripts: ({ variables }) => (Number(variables.days) > 2 ? 'bo' : 'chen'),
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('A script task with a FEEL expression is computed at once', {
  diagram: draw({
    people: { ask: 'anna', direct: 'dara' },
    exclusive: 'long',
    others: [
      node('scriptTask', 'add', { extensions: '<zeebe:script expression="=days + 1" resultVariable="total"/>' }),
    ],
    paths: 'start > ask > add > long; long >[=total > 3] direct > end; long >* end-short',
  }),
  variables: { days: 3 },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      | ask next → direct    | dara: direct
    dara handles direct   | direct end           |
  `,
});

story('A service for each of three: the press goes on when the last of them has answered', {
  diagram: draw({
    people: { ask: 'anna', approve: 'bo' },
    others: [serviceTask('tell', { multiInstance: { cardinality: 3 } })],
    paths: 'start > ask > tell > approve > end',
  }),
  services: { tell: slow },
  tells: `
    anna starts           | start next → ask     | anna: ask
    anna handles ask      |                      | <anna: ask>
    tell answers          |                      | <anna: ask>
    tell answers          |                      | <anna: ask>
    tell answers          | ask next → approve   | bo: approve
    bo handles approve    | approve end          |
  `,
});

story('A receive task waits for its message', {
  diagram: draw({
    people: { ask: 'anna', thank: '${by}' },
    others: [receiveTask('wait', 'paid')],
    paths: 'start > ask > wait > thank > end',
  }),
  tells: `
    anna starts                        | start next → ask   | anna: ask
    message paid comes                 | unmatched          | anna: ask
    anna handles ask                   | ask none           | (anna: ask)
    message cancelled comes            | unmatched          | (anna: ask)
    message paid comes {"by": "chen"}  | ask next → thank   | chen: thank
    chen handles thank                 | thank end          |
  `,
});

story('A send task with a message answers another branch that waits for it', {
  diagram: draw({
    people: { ask: 'anna', thank: 'bo', file: 'chen' },
    parallel: 'fork join',
    others: [sendTask('tell', 'paid'), receiveTask('wait', 'paid')],
    paths: `start > fork > ask > tell > file > join > end
            fork > wait > thank > join`,
  }),
  tells: `
    anna starts           | start next → ask          | anna: ask
    anna handles ask      | ask next → file, thank               | chen: file; bo: thank
    bo handles thank      | thank none                | chen: file; (bo: thank)
    chen handles file     | file end                  | (bo: thank)
  `,
});

const mailing = (definition: string, extensions = '') =>
  draw({
    people: { ask: 'anna', go: 'dara' },
    others: [
      node('intermediateThrowEvent', 'tell', { content: definition, extensions }),
      endWith('last', '<messageEventDefinition camunda:type="external" camunda:topic="mail"/>'),
    ],
    paths: 'start > ask > tell > go > last',
  });

for (const [vendor, diagram] of [
  ['Camunda 7', mailing('<messageEventDefinition camunda:delegateExpression="${mail}"/>')],
  ['Camunda 8', mailing('<messageEventDefinition messageRef="message-paid"/>', '<zeebe:taskDefinition type="mail"/>')],
] as const) {
  story(`A message event that names a service, as in ${vendor}, calls it like a service task`, {
    diagram,
    services: { mail: slow },
    tells: `
      anna starts        | start next → ask   | anna: ask
      anna handles ask   |                    | <anna: ask>
      mail answers {}    | ask next → go      | dara: go
      dara handles go    |                    | <dara: go>
      mail answers {}    | go end             |
    `,
  });
}

story('A boundary event on a task that is passed through never fires', {
  diagram: draw({
    people: { ask: 'anna', late: 'emil' },
    others: [plainTask('think'), boundary('edge', 'think', timer('PT1H'))],
    paths: 'start > ask > think > end; edge > late > end-late',
  }),
  tells: `
    anna starts        | start next → ask  | anna: ask
    anna handles ask   | ask end           |
  `,
});
