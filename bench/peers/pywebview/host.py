"""The bench page in pywebview: `host.py PAGE TASK`."""

import sys
import time

import webview

page, task = sys.argv[1:]


class Api:
    def report(self, text):
        print(f"{time.time() * 1000:.3f} {text}", flush=True)

    def echo(self, text):
        return text

    def open_window(self):
        webview.create_window("Bench", f"{page}?pywebview&second", js_api=self)

    def task(self):
        return task


webview.create_window("Bench", f"{page}?pywebview", js_api=Api(), width=800, height=600)
webview.start()
