/** Events with several event definitions: any of them fires, and a throw throws them all. */
import { type BpmnNode, boundary, catchEvent, throwEvent, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../../support/draw.ts';
import { endWith, error, escalation, message, signal, startOn } from '../../support/named-events.ts';
import { story } from './story/story.ts';

const PEOPLE = { ask: 'anna', go: 'dara', care: 'emil' };
const ANY = timer('P3D') + message('cancelled') + signal('alarm');
const HAPPENINGS = ['3 days pass', 'message cancelled comes', 'signal alarm comes'];

for (const happens of HAPPENINGS) {
  story(`A catch event of several kinds goes on when ${happens}`, {
    diagram: draw({
      people: { ask: 'anna', go: 'dara' },
      others: [catchEvent('wait', ANY)],
      paths: 'start > ask > wait > go > end',
    }),
    tells: `
      anna starts          | start next → ask     | anna: ask
      anna handles ask     | ask none             | (anna: ask)
      ${happens}           | ask next → go        | dara: go
      dara handles go      | go end               |
    `,
  });

  story(`A boundary event of several kinds ends its task when ${happens}`, {
    diagram: draw({
      people: PEOPLE,
      others: [userTask('sign', { assignee: 'bo' }), boundary('edge', 'sign', ANY)],
      paths: 'start > ask > sign > go > end; edge > care > end',
    }),
    tells: `
      anna starts          | start next → ask             | anna: ask
      anna handles ask     | ask next → sign              | bo: sign
      ${happens}           | sign next (system) → care    | emil: care
      emil handles care    | care end                     |
    `,
  });

  story(`An event sub-process with a start of several kinds begins when ${happens}`, {
    diagram: draw({
      people: { ask: 'anna' },
      others: [onEvent('instead', ANY, { people: { care: 'emil' }, paths: 'instead-start > care > end-instead' })],
      paths: 'start > ask > end',
    }),
    tells: `
      anna starts          | start next → ask             | anna: ask
      ${happens}           | ask next (system) → care     | emil: care
      emil handles care    | care end                     |
    `,
  });
}

story('A boundary event of several kinds beside its task: each fires, and the timers of the others keep their time', {
  diagram: draw({
    people: PEOPLE,
    others: [
      userTask('sign', { assignee: 'bo' }),
      boundary('edge', 'sign', message('cancelled') + timer('P3D') + timer('R2/P2D'), { interrupting: false }),
    ],
    paths: 'start > ask > sign > go > end; edge > care > end-care',
  }),
  tells: `
    anna starts             | start next → ask     | anna: ask
    anna handles ask        | ask next → sign      | bo: sign
    1 day passes            |                      | bo: sign
    message cancelled comes | ask next → care      | bo: sign; emil: care
    emil handles care       | care none            | bo: sign; (emil: care)
    1 day passes            | ask next → care      | bo: sign; (emil: care); emil: care
    emil handles care       | care none            | bo: sign; (emil, emil: care)
    1 day passes            | ask next → care      | bo: sign; (emil, emil: care); emil: care
    emil handles care       | care none            | bo: sign; (emil, emil, emil: care)
    1 day passes            | ask next → care      | bo: sign; (emil, emil, emil: care); emil: care
    emil handles care       | care none            | bo: sign; (emil, emil, emil, emil: care)
    5 days pass             |                      | bo: sign; (emil, emil, emil, emil: care)
    bo handles sign         | sign next → go       | dara: go; (emil, emil, emil, emil: care)
    dara handles go         | go end               | (emil, emil, emil, emil: care)
  `,
});

story('A process is started by any of the events of its start', {
  diagram: draw({
    people: { go: 'dara' },
    paths: 'start > go > end',
    others: [startOn('start', message('order') + timer('P3D'))],
  }),
  system: 'sys',
  tells: `
    3 days pass                  | start next → go      | dara: go
    dara handles go              | go end               |
    message order comes for M-1  | start next → go      | dara: go
    dara handles go              | go end               |
  `,
});

const throwing = (thrower: BpmnNode, paths: string) =>
  draw({
    people: { ask: 'anna' },
    others: [
      part('inner', {
        people: { look: 'bo' },
        others: [thrower],
        paths,
      }),
      boundary('help', 'inner', escalation('HELP'), { interrupting: false }),
      boundary('broken', 'inner', error('BROKEN')),
      userTask('heard', { assignee: 'chen' }),
      userTask('helped', { assignee: 'dara' }),
      userTask('mended', { assignee: 'emil' }),
      catchEvent('listen', signal('alarm')),
      { tag: 'parallelGateway', id: 'fork', attributes: {}, extensions: '', content: '' },
    ],
    paths: `start > ask > fork > inner > end; fork > listen > heard > end-heard
            help > helped > end-helped; broken > mended > end-mended`,
  });

story('A throw event of several kinds throws them all', {
  diagram: throwing(throwEvent('both', escalation('HELP') + signal('alarm')), 'start-inner > both > look > end-inner'),
  tells: `
    anna starts          | start next → ask                  | anna: ask
    anna handles ask     | ask next → heard, helped, look    | bo: look; chen: heard; dara: helped
    bo handles look      | look none                         | (bo: look); chen: heard; dara: helped
    chen handles heard   | heard none                        | (bo: look); (chen: heard); dara: helped
    dara handles helped  | helped end                        | (bo: look); (chen: heard)
  `,
});

story('An end event of several kinds throws its error last', {
  diagram: throwing(endWith('all', error('BROKEN') + signal('alarm') + escalation('HELP')), 'start-inner > look > all'),
  tells: `
    anna starts          | start next → ask                  | anna: ask
    anna handles ask     | ask next → look                   | bo: look
    bo handles look      | look next → helped, mended; ask next → heard | chen: heard; dara: helped; emil: mended
    chen handles heard   | heard none                        | (chen: heard); dara: helped; emil: mended
    dara handles helped  | helped none                       | (chen: heard); (dara: helped); emil: mended
    emil handles mended  | mended end                        | (chen: heard); (dara: helped)
  `,
});
