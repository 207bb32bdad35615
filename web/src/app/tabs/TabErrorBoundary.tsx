import { Component, type ReactNode } from 'react';
import { Problem } from '../../kit/display/Problem.tsx';
import { isMissingChunk } from '../missing-chunks.ts';

type Props = { children: ReactNode; onRetry: () => void; onClose: (() => void) | undefined };
type State = { error: unknown };

const action = (label: string, run: () => void) => (
  <button type="button" onClick={run}>
    {label}
  </button>
);

/** Limits a crash to its tab; the other tabs and the shell keep working. */
export class TabErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { onRetry, onClose } = this.props;
    if (isMissingChunk(error)) {
      return <Problem title="系统已更新，请刷新" actions={action('刷新', () => location.reload())} />;
    }
    return (
      <Problem
        title="此页面出错"
        actions={
          <>
            {action('重试', onRetry)}
            {onClose && action('关闭标签', onClose)}
          </>
        }
      >
        其他页面不受影响。重试会重新打开此页面。
      </Problem>
    );
  }
}
