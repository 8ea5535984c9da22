// The other half of the bench page, as a Tauri 2 app writes it.

use std::time::{SystemTime, UNIX_EPOCH};
use tauri::ipc::{InvokeBody, Request, Response};
use tauri::{AppHandle, Emitter, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

#[tauri::command]
fn report(text: String) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    println!("{:.3} {}", now.as_secs_f64() * 1000.0, text);
}

#[tauri::command]
fn echo(text: String) -> String {
    text
}

#[tauri::command]
fn echo_bytes(request: Request) -> Response {
    match request.body() {
        InvokeBody::Raw(bytes) => Response::new(bytes.clone()),
        InvokeBody::Json(_) => Response::new(Vec::new()),
    }
}

#[tauri::command]
fn emit(window: WebviewWindow, count: u32) {
    for number in 0..count {
        window.emit("bench", number).unwrap();
    }
}

#[tauri::command]
async fn open_window(app: AppHandle) {
    let label = format!("second{}", app.webview_windows().len());
    WebviewWindowBuilder::new(&app, label, WebviewUrl::App("index.html?second".into()))
        .build()
        .unwrap();
}

/// What to measure, and the folder for files: the last argument.
#[tauri::command]
fn task() -> String {
    std::env::args().last().unwrap_or_default()
}

fn main() {
    tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![
            report,
            echo,
            echo_bytes,
            emit,
            open_window,
            task
        ])
        .run(tauri::generate_context!())
        .unwrap();
}
