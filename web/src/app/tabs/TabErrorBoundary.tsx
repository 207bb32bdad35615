import { Component, type ReactNode } from 'react';
import { Button, Result } from 'antd';
import { isMissingChunk } from '../missing-chunks.ts';

type Props = { children: ReactNode; onRetry: () => void; onClose: (() => void) | undefined };
type State = { error: unknown };

/** A crash stays in its tab: the others and the shell live on. */
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
      return (
        <Result
          status="info"
          title="系统已更新，请刷新"
          extra={
            <Button type="primary" onClick={() => location.reload()}>
              刷新
            </Button>
          }
        />
      );
    }
    return (
      <Result
        status="error"
        title="此页面出错"
        subTitle="其他页面不受影响。重试会重新打开此页面。"
        extra={[
          <Button key="retry" type="primary" onClick={onRetry}>
            重试
          </Button>,
          onClose && (
            <Button key="close" onClick={onClose}>
              关闭标签
            </Button>
          ),
        ]}
      />
    );
  }
}
