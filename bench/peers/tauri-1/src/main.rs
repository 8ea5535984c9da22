// The other half of the bench page, as a Tauri 1 app writes it.

use std::time::{SystemTime, UNIX_EPOCH};
use tauri::{AppHandle, Manager, Window, WindowBuilder, WindowUrl};

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
fn echo_bytes(bytes: Vec<u8>) -> Vec<u8> {
    bytes
}

#[tauri::command]
fn emit(window: Window, count: u32) {
    for number in 0..count {
        window.emit("bench", number).unwrap();
    }
}

#[tauri::command]
async fn open_window(app: AppHandle) {
    let label = format!("second{}", app.windows().len());
    WindowBuilder::new(&app, label, WindowUrl::App("index.html?second".into()))
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
