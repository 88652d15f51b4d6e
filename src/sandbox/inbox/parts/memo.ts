import { Component, type ComponentClass, type FunctionComponent, h } from 'preact';

/** The component, drawn again only if one of its properties is another value or its contexts change. */
export function memo<Props extends object>(Inner: FunctionComponent<Props>): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Record<string, unknown>>): boolean {
      const props: Readonly<Record<string, unknown>> = { ...this.props };
      return Object.keys({ ...props, ...next }).some((name) => props[name] !== next[name]);
    }
    override render() {
      return h(Inner, this.props);
    }
  };
}
