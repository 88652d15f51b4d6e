import { catchEvent, throwEvent, timer } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { signal, startOn } from '../../support/named-events.ts';
import { story } from './story/story.ts';

story('A timer starts a process, 40 days after it was deployed, once', {
  diagram: draw({
    people: { look: 'bo' },
    others: [startOn('due', timer('P40D'))],
    paths: 'due > look > end',
  }),
  system: 'gu',
  tells: `
    39 days pass         |                      |
    1 day passes         | start next → look    | bo: look
    bo handles look      | look end             |
    80 days pass         |                      |
  `,
});

story('A timer starts a process twice, every four hours', {
  diagram: draw({
    people: { look: 'bo', sign: 'chen' },
    others: [startOn('due', timer('R2/PT4H'))],
    paths: 'due > look > sign > end',
  }),
  system: 'gu',
  tells: `
    4 hours pass         | start next → look    | bo: look
    bo handles look      | look next → sign     | chen: sign
    4 hours pass         | start next → look    | bo: look; chen: sign
    chen handles sign    | sign end             | bo: look
    4 hours pass         |                      | bo: look
    bo handles look      | look next → sign     | chen: sign
    chen handles sign    | sign end             |
  `,
});

story('A process that a person or a timer starts: each start event leads on by itself', {
  diagram: draw({
    people: { ask: 'anna', look: 'bo' },
    others: [startOn('due', timer('PT1H'))],
    paths: 'start > ask > end; due > look > end-round',
  }),
  system: 'gu',
  tells: `
    anna starts          | start next → ask     | anna: ask
    1 hour passes        | start next → look    | anna: ask; bo: look
    bo handles look      | look end             | anna: ask
    anna handles ask     | ask end              |
  `,
});

/** Raises the alarm after a task of anna. */
const HOUSE = draw({
  id: 'house',
  people: { smell: 'anna', wait: 'anna' },
  others: [throwEvent('cry', signal('alarm'))],
  paths: 'start > smell > cry > wait > end',
});

story('A signal that a process throws starts the processes that begin with it', {
  diagram: [
    draw({
      id: 'fire',
      people: { help: 'chen' },
      others: [startOn('heard', signal('alarm'))],
      paths: 'heard > help > end',
    }),
    HOUSE,
  ],
  tells: `
    anna starts house    | start next → smell                     | anna: smell
    anna handles smell   | smell next → wait; start next → help   | anna: wait; chen: help
    chen handles help    | help end                               | anna: wait
    anna handles wait    | wait end                               |
  `,
});

story('A signal that a process throws reaches every other instance that waits for it', {
  diagram: [
    draw({
      id: 'neighbour',
      people: { look: 'bo' },
      others: [catchEvent('hear', signal('alarm'))],
      paths: 'start > hear > look > end',
    }),
    HOUSE,
  ],
  tells: `
    emil starts neighbour for left    |                                        |
    emil starts neighbour for right   |                                        |
    anna starts house                 | start next → smell                     | anna: smell
    anna handles smell   | smell next → wait; start next → look; start next → look | anna: wait; bo: look; bo: look
    anna handles wait    | wait end                               | bo: look; bo: look
    bo handles look      | look end                               | bo: look
    bo handles look      | look end                               |
  `,
});
