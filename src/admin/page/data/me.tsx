import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MeAnswer } from '../../answers.ts';
import { type Data, useOnce } from './use-data.ts';

const MeContext = createContext<Data<MeAnswer> | undefined>(undefined);

export function MeProvider({ children }: { readonly children: ComponentChildren }) {
  return <MeContext.Provider value={useOnce<MeAnswer>('me')}>{children}</MeContext.Provider>;
}

/** Who uses the page. */
export function useMe(): Data<MeAnswer> {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error('useMe() stands outside of MeProvider');
  return me;
}
