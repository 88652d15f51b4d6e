import {
  type BpmnNode,
  boundary,
  element,
  root,
  serviceTask,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { countersign, draw, part } from '../../support/draw.ts';
import { endWith, error, escalation, message, signal } from '../../support/named-events.ts';
import { story } from './story/story.ts';
import { slow } from './story/story-services.ts';

/** Anna asks, the host is what waits, Dara goes on behind it and Emil behind the event on its edge. */
const hosting = (host: BpmnNode, edge: BpmnNode): string =>
  draw({
    people: { ask: 'anna', go: 'dara', care: 'emil' },
    others: [host, edge],
    paths: `start > ask > ${host.id} > go > end; edge > care > end-edge`,
  });

const TASK = userTask('sign', { assignee: 'bo' });
const SIGNERS = { signers: ['bo', 'chen', 'fatima'] };
const CHECKS = part('checks', {
  people: { legal: 'bo', finance: 'chen' },
  parallel: 'fork join',
  paths: 'start-in-checks > fork > legal > join > end-checks; fork > finance > join',
});

const TRIGGERS = [
  { what: 'timer', event: timer('P2D'), happens: '2 days pass' },
  { what: 'message', event: message('cancelled'), happens: 'message cancelled comes' },
  { what: 'signal', event: signal('alarm'), happens: 'signal alarm comes' },
];

for (const { what, event, happens } of TRIGGERS) {
  const ends = boundary('edge', 'sign', event, { name: 'Enough' });
  const beside = boundary('edge', 'sign', event, { interrupting: false });

  story(`A boundary ${what} ends its task, and the system hands it in`, {
    diagram: hosting(TASK, ends),
    tells: `
      anna starts          | start next → ask            | anna: ask
      anna handles ask     | ask next → sign             | bo: sign
      ${happens}           | sign next (system) → care   | emil: care
      emil handles care    | care end                    |
    `,
  });

  story(`A boundary ${what} ends its task and leads nowhere: the task is gone`, {
    diagram: draw({
      people: { ask: 'anna', go: 'dara' },
      parallel: 'fork',
      others: [TASK, ends],
      paths: 'start > ask > fork > sign > end; fork > go > end-go; edge > end-edge',
    }),
    tells: `
      anna starts          | start next → ask            | anna: ask
      anna handles ask     | ask next → sign, go         | bo: sign; dara: go
      ${happens}           | sign none (system)          | [bo: sign]; dara: go
      dara handles go      | go end                      | [bo: sign]
    `,
  });

  story(`A boundary ${what} does nothing before its task is there, nor once it is handled`, {
    diagram: hosting(TASK, ends),
    tells: `
      anna starts          | start next → ask     | anna: ask
      ${happens}           | ${what === 'timer' ? '' : 'unmatched'} | anna: ask
      anna handles ask     | ask next → sign      | bo: sign
      bo handles sign      | sign next → go       | dara: go
      ${happens}           | ${what === 'timer' ? '' : 'unmatched'} | dara: go
      dara handles go      | go end               |
    `,
  });

  story(`A boundary ${what} beside its task: both go on, and the cause is the task before it`, {
    diagram: hosting(TASK, beside),
    tells: `
      anna starts          | start next → ask     | anna: ask
      anna handles ask     | ask next → sign      | bo: sign
      ${happens}           | ask next → care      | bo: sign; emil: care
      bo handles sign      | sign next → go       | dara: go; emil: care
      emil handles care    | care none            | dara: go; (emil: care)
      dara handles go      | go end               | (emil: care)
    `,
  });

  story(`A boundary ${what} ends a countersign that one of three has signed`, {
    diagram: hosting(countersign('sign'), ends),
    variables: SIGNERS,
    tells: `
      anna starts          | start next → ask            | anna: ask
      anna handles ask     | ask next → sign, sign, sign | bo, chen, fatima: sign
      chen handles sign    | sign none                   | bo, fatima: sign; (chen: sign)
      ${happens}           | sign next (system) → care; sign none (system) | [fatima: sign]; (chen: sign); emil: care
      emil handles care    | care end                    | [fatima: sign]; (chen: sign)
    `,
  });

  story(`A boundary ${what} beside a countersign leaves it to its signers`, {
    diagram: hosting(countersign('sign'), beside),
    variables: SIGNERS,
    tells: `
      anna starts          | start next → ask            | anna: ask
      anna handles ask     | ask next → sign, sign, sign | bo, chen, fatima: sign
      chen handles sign    | sign none                   | bo, fatima: sign; (chen: sign)
      ${happens}           | sign next → care            | bo, fatima: sign; emil: care
      bo handles sign      | sign none                   | fatima: sign; (bo: sign); emil: care
      emil handles care    | care none                   | fatima: sign; (bo: sign); (emil: care)
      fatima handles sign  | sign next → go              | (bo: sign); (emil: care); dara: go
      dara handles go      | go end                      | (bo: sign); (emil: care)
    `,
  });

  story(`A boundary ${what} ends a sub-process with a half-filled join`, {
    diagram: hosting(CHECKS, boundary('edge', 'checks', event)),
    tells: `
      anna starts          | start next → ask             | anna: ask
      anna handles ask     | ask next → legal, finance    | bo: legal; chen: finance
      bo handles legal     | legal none                   | (bo: legal); chen: finance
      ${happens}           | finance next (system) → care | (bo: legal); emil: care
      emil handles care    | care end                     | (bo: legal)
    `,
  });

  story(`A boundary ${what} beside a sub-process leaves its half-filled join as it is`, {
    diagram: hosting(CHECKS, boundary('edge', 'checks', event, { interrupting: false })),
    tells: `
      anna starts          | start next → ask             | anna: ask
      anna handles ask     | ask next → legal, finance    | bo: legal; chen: finance
      bo handles legal     | legal none                   | (bo: legal); chen: finance
      ${happens}           | legal next → care            | chen: finance; emil: care
      chen handles finance | finance next → go            | dara: go; emil: care
      dara handles go      | go none                      | (dara: go); emil: care
      emil handles care    | care end                     | (dara: go)
    `,
  });
}

story('A timer that repeats beside a task reminds again and again, and no more once the task is handled', {
  diagram: hosting(TASK, boundary('edge', 'sign', timer('R2/P1D'), { interrupting: false })),
  tells: `
    anna starts          | start next → ask     | anna: ask
    anna handles ask     | ask next → sign      | bo: sign
    1 day passes         | ask next → care      | bo: sign; emil: care
    emil handles care    | care none            | bo: sign; (emil: care)
    1 day passes         | ask next → care      | bo: sign; (emil: care); emil: care
    bo handles sign      | sign next → go       | dara: go; (emil: care); emil: care
    9 days pass          |                      | dara: go; (emil: care); emil: care
    emil handles care    | care none            | dara: go; (emil: care); (emil: care)
    dara handles go      | go end               | (emil: care); (emil: care)
  `,
});

for (const { what, event, happens } of TRIGGERS.slice(1)) {
  story(`A ${what} beside a task calls for care every time it comes`, {
    diagram: hosting(TASK, boundary('edge', 'sign', event, { interrupting: false })),
    tells: `
      anna starts        | start next → ask     | anna: ask
      anna handles ask   | ask next → sign      | bo: sign
      ${happens}         | ask next → care      | bo: sign; emil: care
      emil handles care  | care none            | bo: sign; (emil: care)
      ${happens}         | ask next → care      | bo: sign; (emil: care); emil: care
      bo handles sign    | sign next → go       | dara: go; (emil: care); emil: care
      ${happens}         | unmatched            | dara: go; (emil: care); emil: care
      dara handles go    | go none              | (dara: go); (emil: care); emil: care
      emil handles care  | care end             | (dara: go); (emil: care)
    `,
  });
}

story('What follows goes on from the oldest of the tasks that a boundary event ends, and the others are gone', {
  diagram: hosting(
    part('checks', {
      people: { legal: 'bo' },
      parallel: 'fork',
      others: [countersign('sign')],
      paths: 'start-in-checks > fork > legal > end-checks; fork > sign > end-signed',
    }),
    boundary('edge', 'checks', message('cancelled')),
  ),
  variables: { signers: ['chen', 'fatima'] },
  tells: `
    anna starts              | start next → ask              | anna: ask
    anna handles ask         | ask next → legal, sign, sign  | bo: legal; chen, fatima: sign
    message cancelled comes  | legal next (system) → care; sign none (system); sign none (system) | [chen, fatima: sign]; emil: care
    emil handles care        | care end                      | [chen, fatima: sign]
  `,
});

story('A boundary error for one code, and another for every other: each takes its own', {
  diagram: draw({
    people: { ask: 'anna', go: 'dara', beg: 'emil', mend: 'gu' },
    services: 'pay',
    others: [boundary('broke', 'pay', error('NO_MONEY')), boundary('other', 'pay', error())],
    paths: 'start > ask > pay > go > end; broke > beg > ask; other > mend > end-mended',
  }),
  services: { pay: slow },
  tells: `
    anna starts          | start next → ask     | anna: ask
    anna handles ask     |                      | <anna: ask>
    pay throws NO_MONEY  | ask next → beg       | emil: beg
    emil handles beg     | beg next → ask       | anna: ask
    anna handles ask     |                      | <anna: ask>
    pay throws BROKEN    | ask next → mend      | gu: mend
    gu handles mend      | mend end             |
  `,
});

story('A boundary timer ends a service that does not answer; its late answer is not heard', {
  diagram: hosting(serviceTask('book'), boundary('edge', 'book', timer('P1D'))),
  services: { book: slow },
  tells: `
    anna starts          | start next → ask     | anna: ask
    anna handles ask     |                      | <anna: ask>
    10 seconds pass      | ask none             | (anna: ask)
    1 day passes         | ask next → care      | emil: care
    book answers         |                      | emil: care
    emil handles care    | care end             |
  `,
});

/** Bo decides inside the sub-process; his second button throws. */
const throwing = (thrown: BpmnNode, edge: BpmnNode): string =>
  hosting(
    part('checks', {
      people: { legal: 'bo', finance: 'chen' },
      parallel: 'fork',
      exclusive: 'fine',
      others: [thrown],
      paths: `start-in-checks > fork
              fork > legal > fine
              fine >"Fine" end-legal
              fine >"Trouble" ${thrown.id}${thrown.tag === 'endEvent' ? '' : ' > end-thrown'}
              fork > finance > end-finance`,
    }),
    edge,
  );

story('A boundary error ends a sub-process in which it was thrown', {
  diagram: throwing(endWith('end-trouble', error('BROKEN')), boundary('edge', 'checks', error('BROKEN'))),
  tells: `
    anna starts                   | start next → ask             | anna: ask
    anna handles ask              | ask next → legal, finance    | bo: legal; chen: finance
    bo presses Trouble on legal   | legal next → care; finance none (system) | [chen: finance]; emil: care
    emil handles care             | care end                     | [chen: finance]
  `,
});

story('A boundary error waits in vain where nothing goes wrong', {
  diagram: throwing(endWith('end-trouble', error('BROKEN')), boundary('edge', 'checks', error('BROKEN'))),
  tells: `
    anna starts                   | start next → ask             | anna: ask
    anna handles ask              | ask next → legal, finance    | bo: legal; chen: finance
    bo presses Fine on legal      | legal none                   | (bo: legal); chen: finance
    chen handles finance          | finance next → go            | (bo: legal); dara: go
    dara handles go               | go end                       | (bo: legal)
  `,
});

story('A boundary escalation ends a sub-process in which it was thrown', {
  diagram: throwing(endWith('end-trouble', escalation('HELP')), boundary('edge', 'checks', escalation('HELP'))),
  tells: `
    anna starts                   | start next → ask             | anna: ask
    anna handles ask              | ask next → legal, finance    | bo: legal; chen: finance
    bo presses Trouble on legal   | legal next → care; finance none (system) | [chen: finance]; emil: care
    emil handles care             | care end                     | [chen: finance]
  `,
});

story('A boundary escalation beside a sub-process: help comes, and the sub-process goes on', {
  diagram: throwing(
    throwEvent('trouble', escalation('HELP')),
    boundary('edge', 'checks', escalation('HELP'), { interrupting: false }),
  ),
  tells: `
    anna starts                   | start next → ask             | anna: ask
    anna handles ask              | ask next → legal, finance    | bo: legal; chen: finance
    bo presses Trouble on legal   | legal next → care            | chen: finance; emil: care
    chen handles finance          | finance next → go            | dara: go; emil: care
    dara handles go               | go none                      | (dara: go); emil: care
    emil handles care             | care end                     | (dara: go)
  `,
});

story('A sequential countersign is ended at its second signer', {
  diagram: hosting(countersign('sign', { sequential: true }), boundary('edge', 'sign', timer('P2D'))),
  variables: SIGNERS,
  tells: `
    anna starts          | start next → ask            | anna: ask
    anna handles ask     | ask next → sign             | bo: sign
    1 day passes         |                             | bo: sign
    bo handles sign      | sign next → sign            | chen: sign
    1 day passes         | sign next (system) → care   | emil: care
    emil handles care    | care end                    |
  `,
});

story('Two boundary events on one task: a reminder beside it, then the end of it', {
  diagram: draw({
    people: { ask: 'anna', sign: 'bo', remind: 'chen', go: 'dara', care: 'emil' },
    others: [boundary('soon', 'sign', timer('P1D'), { interrupting: false }), boundary('late', 'sign', timer('P3D'))],
    paths: 'start > ask > sign > go > end; soon > remind > end-reminded; late > care > end-late',
  }),
  tells: `
    anna starts          | start next → ask            | anna: ask
    anna handles ask     | ask next → sign             | bo: sign
    1 day passes         | ask next → remind           | bo: sign; chen: remind
    2 days pass          | sign next (system) → care   | chen: remind; emil: care
    chen handles remind  | remind none                 | (chen: remind); emil: care
    emil handles care    | care end                    | (chen: remind)
  `,
});

story('A cron pattern beside a task reminds by the clock of the zone, as often as it comes round', {
  diagram: hosting(
    TASK,
    boundary('edge', 'sign', element('timerEventDefinition', {}, element('timeCycle', {}, '0 0 9 ? * MON-FRI')), {
      interrupting: false,
    }),
  ),
  tells: `
    anna starts          | start next → ask     | anna: ask
    anna handles ask     | ask next → sign      | bo: sign
    23 hours pass        | ask next → care      | bo: sign; emil: care
    emil handles care    | care none            | bo: sign; (emil: care)
    1 day passes         | ask next → care      | bo: sign; (emil: care); emil: care
    1 day passes         |                      | bo: sign; (emil: care); emil: care
    bo handles sign      | sign next → go       | dara: go; (emil: care); emil: care
    emil handles care    | care none            | dara: go; (emil, emil: care)
    dara handles go      | go end               | (emil, emil: care)
  `,
});

const CATCHING = ['any', 'of all'] as const;

for (const which of CATCHING) {
  // Neither names a code: one refers to no error at all, one to an error that has none.
  const event =
    which === 'any' ? error() : '<errorEventDefinition errorRef="error-blank" camunda:errorCodeVariable="code"/>';
  const diagram = draw(
    {
      people: { ask: 'anna', go: 'dara', care: 'emil' },
      services: 'book',
      exclusive: 'which',
      others: [boundary('edge', 'book', event)],
      paths: `start > ask > book > end; edge > which
            which >[\${code == 'FULL'}] care; which >"no"* go; care > end-care; go > end-go`,
    },
    root('error', 'error-blank', { name: 'Broken' }),
  );

  story(`A boundary event for an error without a code catches ${which} errors of a service`, {
    diagram,
    services: { book: slow },
    variables: { code: 'none' },
    tells: `
      anna starts       | start next → ask        | anna: ask
      anna handles ask  |                         | <anna: ask>
      book throws FULL  | ${which === 'any' ? 'ask next → go' : 'ask next → care'} | ${which === 'any' ? 'dara: go' : 'emil: care'}
      ${which === 'any' ? 'dara handles go | go end |' : 'emil handles care | care end |'}
    `,
  });
}

story('What is thrown without a code is caught by what catches every one', {
  diagram: draw({
    people: { ask: 'anna', care: 'emil' },
    others: [
      part('inner', {
        people: { look: 'bo' },
        others: [endWith('failed', error())],
        paths: 'start-inner > look > failed',
      }),
      boundary('broken', 'inner', error('BROKEN')),
      boundary('edge', 'inner', error()),
    ],
    paths: 'start > ask > inner > end; broken > end-broken; edge > care > end-care',
  }),
  tells: `
    anna starts        | start next → ask   | anna: ask
    anna handles ask   | ask next → look    | bo: look
    bo handles look    | look next → care   | emil: care
    emil handles care  | care end           |
  `,
});
