import { type StandardLoopOptions, standardLoop, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { story } from './story/story.ts';

/** Anna writes again and again, Bo reads. Her buttons say whether the text is good. */
function looped(loop: StandardLoopOptions): string {
  return draw({
    people: { read: 'bo', shred: 'chen' },
    exclusive: 'result',
    others: [userTask('write', { assignee: 'anna', content: standardLoop(loop) })],
    paths: `start > write > result
            result >"Good"[\${good}] read > end
            result >"Bad"* shred > end-bad`,
  });
}

story('A task with a round arrow is done as often as its maximum says', {
  diagram: looped({ maximum: 3 }),
  tells: `
    anna starts                 | start next → write   | anna: write
    anna presses Good on write  | write next → write   | anna: write
    anna presses Good on write  | write next → write   | anna: write
    anna presses Good on write  | write next → read    | bo: read
    bo handles read             | read end             |
  `,
});

story('It is done again while its condition is true, which is looked at after each round', {
  diagram: looped({ condition: '${!good}' }),
  tells: `
    anna starts                 | start next → write   | anna: write
    anna presses Bad on write   | write next → write   | anna: write
    anna presses Bad on write   | write next → write   | anna: write
    anna presses Good on write  | write next → read    | bo: read
    bo handles read             | read end             |
  `,
});

story('It is done again while its condition is true, but no more often than its maximum', {
  diagram: looped({ condition: '${!good}', maximum: 2 }),
  tells: `
    anna starts                 | start next → write   | anna: write
    anna presses Bad on write   | write next → write   | anna: write
    anna presses Bad on write   | write next → shred   | chen: shred
    chen handles shred          | shred end            |
  `,
});

story('It is not done at all where the condition is looked at before, and is false', {
  diagram: looped({ condition: '${!good}', testBefore: true }),
  variables: { good: true },
  tells: `
    anna starts                 | start next → read    | bo: read
    bo handles read             | read end             |
  `,
});

story('It is done until the condition, looked at before each round, is false', {
  diagram: looped({ condition: '${!good}', testBefore: true }),
  variables: { good: false },
  tells: `
    anna starts                 | start next → write   | anna: write
    anna presses Bad on write   | write next → write   | anna: write
    anna presses Good on write  | write next → read    | bo: read
    bo handles read             | read end             |
  `,
});
