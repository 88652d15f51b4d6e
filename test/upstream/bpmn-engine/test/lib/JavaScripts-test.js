import { JavaScripts } from 'bpmn-engine';

describe('JavaScripts', () => {
  it('can be invoked without new', () => {
    JavaScripts();
  });
});
