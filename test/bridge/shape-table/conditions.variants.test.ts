/** Conditional events: looked at when their wait begins, and by every step that changes a variable. */
import {
  boundary,
  catchEvent,
  conditional,
  eventGateway,
  scriptTask,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../../support/draw.ts';
import { story } from './story/story.ts';
import { slow } from './story/story-services.ts';

const when = (condition: string, attributes = {}) => conditional(condition, { attributes });

const IN_GROOVY = conditional('days > 2', { language: 'groovy' });

const COUNT_UP = {
  ...scriptTask('count', ''),
  content: '',
  extensions: '<zeebe:script expression="=days + 1" resultVariable="days"/>',
};

const waiting = draw({
  people: { ask: 'anna', go: 'dara' },
  services: 'book',
  others: [catchEvent('wait', when('${days > 2}'))],
  paths: 'start > ask > book > wait > go > end',
});

story('A conditional catch event waits until a variable makes it true', {
  diagram: waiting,
  services: { book: () => ({}) },
  tells: `
    anna starts                | start next → ask  | anna: ask
    anna handles ask           | ask none          | (anna: ask)
    variables become {"x": 9}  |                   | (anna: ask)
    variables become {"days": null} |              | (anna: ask)
    variables become {"days": 2} |                 | (anna: ask)
    variables become {"days": 3} | ask next → go   | dara: go
    dara handles go            | go end            |
  `,
});

story('It is not met while a variable that it reads was never set, whatever it says of it', {
  diagram: draw({
    people: { ask: 'anna', go: 'dara' },
    others: [catchEvent('wait', when("${status != 'open'}"))],
    paths: 'start > ask > wait > go > end',
  }),
  tells: `
    anna starts                         | start next → ask  | anna: ask
    anna handles ask                    | ask none          | (anna: ask)
    variables become {"status": "open"} |                   | (anna: ask)
    variables become {"status": "sold"} | ask next → go     | dara: go
    dara handles go                     | go end            |
  `,
});

story('A conditional catch event that is true when its token comes is passed through', {
  diagram: waiting,
  services: { book: () => ({ days: 7 }) },
  tells: `
    anna starts                | start next → ask  | anna: ask
    anna handles ask           | ask next → go     | dara: go
    dara handles go            | go end            |
  `,
});

story('A conditional boundary event ends its task in the step of the service that makes it true', {
  diagram: draw({
    people: { ask: 'anna', go: 'dara', care: 'emil' },
    services: 'book',
    parallel: 'fork',
    others: [userTask('sign', { assignee: 'bo' }), boundary('edge', 'sign', when('=status = "full"'))],
    paths: 'start > ask > fork > sign > end; fork > book > go > end-go; edge > care > end-care',
  }),
  services: { book: slow },
  tells: `
    anna starts                      | start next → ask            | anna: ask
    anna handles ask                 | ask next → sign             | bo: sign
    book answers {"status": "full"}  | sign next (system) → care; ask next → go   | emil: care; dara: go
    dara handles go                  | go none                     | emil: care; (dara: go)
    emil handles care                | care end                    | (dara: go)
  `,
});

story('A list or an object that is set to what it is makes no conditional event fire again', {
  diagram: draw({
    people: { ask: 'anna', care: 'emil' },
    others: [
      userTask('sign', { assignee: 'bo' }),
      boundary('edge', 'sign', when('${team.size() > 1}'), { interrupting: false }),
    ],
    paths: 'start > ask > sign > end; edge > care > end-care',
  }),
  variables: { team: ['bo'] },
  tells: `
    anna starts                               | start next → ask  | anna: ask
    anna handles ask                          | ask next → sign   | bo: sign
    variables become {"team": ["bo", "chen"]} | ask next → care   | bo: sign; emil: care
    variables become {"team": ["bo", "chen"]} |                   | bo: sign; emil: care
    emil handles care                         | care none         | bo: sign; (emil: care)
    bo handles sign                           | sign end          | (emil: care)
  `,
});

story('A conditional boundary event beside its task fires once for each change while it is true', {
  diagram: draw({
    people: { ask: 'anna', care: 'emil' },
    others: [
      userTask('sign', { assignee: 'bo' }),
      boundary('edge', 'sign', when('${days > 2}'), { interrupting: false }),
    ],
    paths: 'start > ask > sign > end; edge > care > end-care',
  }),
  tells: `
    anna starts                  | start next → ask  | anna: ask
    anna handles ask             | ask next → sign   | bo: sign
    variables become {"days": 3} | ask next → care   | bo: sign; emil: care
    emil handles care            | care none         | bo: sign; (emil: care)
    variables become {"days": 3} |                   | bo: sign; (emil: care)
    variables become {"days": 4} | ask next → care   | bo: sign; (emil: care); emil: care
    emil handles care            | care none         | bo: sign; (emil, emil: care)
    variables become {"note": 1} | ask next → care   | bo: sign; (emil, emil: care); emil: care
    emil handles care            | care none         | bo: sign; (emil, emil, emil: care)
    variables become {"days": 1} |                   | bo: sign; (emil, emil, emil: care)
    bo handles sign              | sign end          | (emil, emil, emil: care)
  `,
});

story('camunda:variableName and camunda:variableEvents say which changes are looked at', {
  diagram: draw({
    people: { ask: 'anna', care: 'emil' },
    others: [
      userTask('sign', { assignee: 'bo' }),
      boundary(
        'edge',
        'sign',
        when('${days > 2}', { 'camunda:variableName': 'days', 'camunda:variableEvents': 'update' }),
        { interrupting: false },
      ),
    ],
    paths: 'start > ask > sign > end; edge > care > end-care',
  }),
  tells: `
    anna starts                  | start next → ask  | anna: ask
    anna handles ask             | ask next → sign   | bo: sign
    variables become {"days": 3} |                   | bo: sign
    variables become {"note": 1} |                   | bo: sign
    variables become {"days": 4} | ask next → care   | bo: sign; emil: care
    bo handles sign              | sign none         | (bo: sign); emil: care
    emil handles care            | care end          | (bo: sign)
  `,
});

const cancelling = draw({
  people: { ask: 'anna' },
  others: [
    part('inner', {
      people: { look: 'bo' },
      others: [boundary('edge', 'look', when('${cancelled}')), userTask('late', { assignee: 'chen' })],
      paths: 'start-inner > look > end-inner; edge > late > end-late',
    }),
    onEvent('instead', when('${cancelled}'), { people: { care: 'emil' }, paths: 'instead-start > care > end-instead' }),
  ],
  paths: 'start > ask > inner > end',
});

story('A conditional event sub-process interrupts before the boundary events of what is in it', {
  diagram: cancelling,
  tells: `
    anna starts                          | start next → ask           | anna: ask
    anna handles ask                     | ask next → look            | bo: look
    variables become {"cancelled": true} | look next (system) → care  | emil: care
    emil handles care                    | care end                   |
  `,
});

story('A condition that holds from the start interrupts at once', {
  diagram: cancelling,
  variables: { cancelled: true },
  tells: `
    anna starts        | start next → care  | emil: care
    emil handles care  | care end           |
  `,
});

story('A conditional event sub-process beside the rest starts as variables make it true', {
  diagram: draw({
    people: { ask: 'anna' },
    others: [
      onEvent(
        'besides',
        when('${days > 2}'),
        { people: { care: 'emil' }, paths: 'besides-start > care > end-besides' },
        { beside: true },
      ),
    ],
    paths: 'start > ask > end',
  }),
  tells: `
    anna starts                  | start next → ask   | anna: ask
    variables become {"days": 3} | start next → care  | anna: ask; emil: care
    emil handles care            | care none          | anna: ask; (emil: care)
    variables become {"days": 4} | care next → care   | anna: ask; emil: care
    emil handles care            | care none          | anna: ask; (emil: care)
    anna handles ask             | ask end            | (emil: care)
  `,
});

story('A conditional event behind an event-based gateway', {
  diagram: draw({
    people: { ask: 'anna', go: 'dara', late: 'emil' },
    others: [eventGateway('which'), catchEvent('met', when('=days > 2')), catchEvent('over', timer('P2D'))],
    paths: 'start > ask > which > met > go > end; which > over > late > end-late',
  }),
  tells: `
    anna starts                  | start next → ask  | anna: ask
    anna handles ask             | ask none          | (anna: ask)
    variables become {"days": 3} | ask next → go     | dara: go
    3 days pass                  |                   | dara: go
    dara handles go              | go end            |
  `,
});

story('A condition that is a script is asked of the host, and its event fires with the answer', {
  diagram: draw({
    people: { ask: 'anna', care: 'emil' },
    others: [userTask('sign', { assignee: 'bo' }), boundary('edge', 'sign', IN_GROOVY)],
    paths: 'start > ask > sign > end; edge > care > end-care',
  }),
  scripts: ({ variables }) => Number(variables.days) > 2,
  tells: `
    anna starts                  | start next → ask            | anna: ask
    anna handles ask             | ask next → sign             | bo: sign
    variables become {"days": 2} |                             | bo: sign
    variables become {"days": 3} | sign next (system) → care   | emil: care
    emil handles care            | care end                    |
  `,
});

story('A condition that what it sets off keeps making true is an incident', {
  diagram: draw({
    people: { ask: 'anna' },
    others: [
      userTask('sign', { assignee: 'bo' }),
      boundary('edge', 'sign', when('${days > 2}'), { interrupting: false }),
      COUNT_UP,
    ],
    paths: 'start > ask > sign > end; edge > count > end-count',
  }),
  variables: { days: 3 },
  staysOpen: true,
  tells: `
    anna starts                  | start next → ask   | anna: ask
    anna handles ask             | refused 500; incident ERR_STEP_FAILED | anna: ask
  `,
});
