#!/bin/sh
# Run by the nginx image before it starts: the same configuration as on a machine, with the containers as its nodes.
sed -e 's|127\.0\.0\.1:8001|node1:8000|' -e 's|127\.0\.0\.1:8002|node2:8000|' /zhiping/nginx.conf \
  >/etc/nginx/conf.d/zhiping.conf
rm -f /etc/nginx/conf.d/default.conf
