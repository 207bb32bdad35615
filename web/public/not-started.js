// Says so where the app does not start: a file did not come, or the browser is too old for it. In the words of old browsers,
// therefore, and apart from everything else that may fail.
(function () {
  var PATIENCE_MS = 20000;

  function tell() {
    var root = document.getElementById('root');
    var message = document.getElementById('not-started');
    if (!root || root.firstChild || !message.hidden) return;
    var site = document.getElementById('site');
    var phone = site ? JSON.parse(site.textContent).helpPhone : '';
    if (phone)
      message.firstElementChild.appendChild(document.createElement('p')).textContent =
        '需要帮助请致电 ' + phone;
    message.hidden = false;
  }

  function tellOnceRead() {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tell);
    else tell();
  }

  function onError(event) {
    var isOfFile = event.target.tagName === 'SCRIPT' || String(event.filename).indexOf('/assets/') !== -1;
    if (isOfFile) tellOnceRead();
  }

  window.addEventListener('error', onError, true);
  if (!('noModule' in document.createElement('script'))) tellOnceRead();
  setTimeout(tell, PATIENCE_MS);
})();
