import { Loaded } from '../ui/loading';
import { PolicyEditor } from './policy-editor';
import { usePolicy } from './use-policy';

/** The organization's policy for personal data. */
export function PolicyScreen() {
  const query = usePolicy();
  return (
    <Loaded query={query}>
      {({ version, policy }) => (
        <PolicyEditor key={version} version={version} saved={policy} onReload={() => void query.refetch()} />
      )}
    </Loaded>
  );
}
